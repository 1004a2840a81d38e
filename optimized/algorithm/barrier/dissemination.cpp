/// Dissemination barrier: in round k every rank signals the rank 2^k ahead.
/// ceil(log2 p) rounds, p messages without data in each.
/// Source: Hensgen, Finkel & Manber 1988; reducing layering overhead, the barrier example.
#include <bit>

#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static bool applicable(const Shape&) { return true; }

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const int p = shape.ranks;
  for (int distance = 1; distance < p; distance *= 2) {
    schedule.signal((rank + distance) % p);
    schedule.await((rank - distance + p) % p);
    schedule.fence();
  }
}

static Cost cost(const Shape& shape, const Parameters&) {
  const std::int64_t rounds = std::bit_width(static_cast<unsigned>(shape.ranks - 1));
  return {.rounds = rounds, .messages = rounds * shape.ranks, .units = 0};
}

}  // namespace tutti

ALGORITHM(barrier, dissemination){tutti::applicable, tutti::build, tutti::cost};
