/// Recursive-doubling allgather: neighbours on a hypercube exchange all blocks they have.
/// log2 p rounds, every block sent p-1 times, nothing to rotate; powers of two only.
/// Source: Thakur, Rabenseifner & Gropp, IJHPCA 2005.
#include "optimized/algorithm/support/blocks.hpp"
#include "optimized/algorithm/support/logarithm.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static bool applicable(const Shape& shape) {
  return std::has_single_bit(static_cast<unsigned>(shape.ranks));
}

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const Blocks blocks(shape);
  schedule.copy(input({0, shape.count}), output(blocks[rank]));
  for (int size = 1; size < shape.ranks; size *= 2) {
    const int partner = rank ^ size;
    const auto group_of = [&](int member) {
      const int first = member / size * size;
      return output(blocks.run(first, first + size));
    };
    schedule.send(partner, group_of(rank));
    schedule.receive(partner, group_of(partner));
  }
}

static Cost cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  return {.rounds = ceil_log2(p), .messages = p * ceil_log2(p), .units = p * (p - 1) * shape.count};
}

}  // namespace tutti

ALGORITHM(allgather, recursive_doubling){tutti::applicable, tutti::build, tutti::cost};
