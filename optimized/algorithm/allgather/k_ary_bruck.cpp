/// K-ary Bruck allgather: the blocks that a rank holds grow k-fold in every step.
/// Up to (k-1) log_k p rounds, every block sent p-1 times, and one local rotation: like Bruck's,
/// with fewer dependent steps, good where a rank can overlap its messages.
/// Source: Bruck et al., IEEE TPDS 1997 (the k-port model); MPICH (k_brucks).
#include "optimized/algorithm/support/allgather.hpp"
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/knomial.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  allgather_bruck(shape, knomial_radix(parameters), rank, schedule);
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  return allgather_cost_of_runs(shape, knomial_radix(parameters));
}

}  // namespace tutti

ALGORITHM(allgather, k_ary_bruck){tutti::always, tutti::build, tutti::cost, {.radix = true}};
