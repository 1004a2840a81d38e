/// Recursive-doubling scan: the number of ranks that each prefix covers doubles in every round.
/// ceil(log2 p) rounds, up to n log2 p units per rank: latency-optimal.
/// Source: Kogge & Stone 1973; Hillis & Steele, CACM 1986.
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/logarithm.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const Region prefix = output({0, shape.count});
  const Region arrived = schedule.scratch(rank > 0 ? shape.count : 0);
  schedule.copy(input({0, shape.count}), prefix);
  for (int distance = 1; distance < shape.ranks; distance *= 2) {
    if (rank + distance < shape.ranks) schedule.send(rank + distance, prefix);
    if (rank < distance) continue;
    schedule.receive(rank - distance, arrived);
    schedule.combine(arrived, prefix, Order::before);
  }
}

static Cost cost(const Shape& shape, const Parameters&) {
  const auto messages = line_messages(shape.ranks);
  return {.rounds = ceil_log2(shape.ranks), .messages = messages, .units = messages * shape.count};
}

}  // namespace tutti

ALGORITHM(scan, recursive_doubling){tutti::always, tutti::build, tutti::cost};
