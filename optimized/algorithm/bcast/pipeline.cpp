/// Pipeline broadcast: segments of the message follow each other from rank to rank, in one chain.
/// p-2+s rounds for s segments, n(p-1) units in all: bandwidth-optimal where n is large compared
/// with p.
/// Source: CollGM, section 3.4 (pipeline).
#include "optimized/algorithm/support/chains.hpp"
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  bcast_down_chains(shape, parameters, 1, rank, schedule);
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  return cost_down_chains(shape, parameters, 1);
}

}  // namespace tutti

ALGORITHM(bcast, pipeline){tutti::always, tutti::build, tutti::cost, {.segment = true}};
