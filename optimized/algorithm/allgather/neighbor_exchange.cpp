/// Neighbour-exchange allgather: ranks exchange pairs of blocks with both neighbours in turn.
/// p/2 rounds, every block sent p-1 times, neighbours only; even numbers of ranks only.
/// Source: Chen et al., HPCASIA 2005.
#include "optimized/algorithm/support/blocks.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static bool applicable(const Shape& shape) { return shape.ranks % 2 == 0; }

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const int p = shape.ranks;
  const int pairs = p / 2;
  const int direction = rank % 2 == 0 ? 1 : -1;  // towards the other member of the pair
  const Blocks blocks(shape);
  const auto pair = [&](int index) {
    const int first = 2 * ((index + pairs) % pairs);
    return output(blocks.run(first, first + 2));
  };

  const int partner = rank + direction;
  schedule.copy(input({0, shape.count}), output(blocks[rank]));
  schedule.send(partner, output(blocks[rank]));
  schedule.receive(partner, output(blocks[partner]));
  int latest = rank / 2;
  for (int round = 1; round < pairs; ++round) {
    const int towards = round % 2 == 0 ? direction : -direction;
    const int neighbor = (rank + towards + p) % p;
    const int next = rank / 2 + towards * ((round + 1) / 2);
    schedule.send(neighbor, pair(latest));
    schedule.receive(neighbor, pair(next));
    latest = next;
  }
}

static Cost cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  return {.rounds = p / 2, .messages = p * (p / 2), .units = p * (p - 1) * shape.count};
}

}  // namespace tutti

ALGORITHM(allgather, neighbor_exchange){tutti::applicable, tutti::build, tutti::cost};
