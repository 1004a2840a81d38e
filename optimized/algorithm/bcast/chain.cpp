/// Chain broadcast: the root sends segments down k chains in turn.
/// ks-1 + floor((p-1)/k) rounds for s segments, n(p-1) units in all: between flat and pipeline,
/// good for few segments on many ranks.
/// Source: Open MPI, coll/tuned (chain).
#include "optimized/algorithm/support/chains.hpp"
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  bcast_down_chains(shape, parameters, parameters.radix, rank, schedule);
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  return cost_down_chains(shape, parameters, parameters.radix);
}

}  // namespace tutti

ALGORITHM(bcast, chain){tutti::always, tutti::build, tutti::cost, {.segment = true, .radix = true}};
