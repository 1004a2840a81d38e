/// Binomial tree broadcast: the set of ranks that hold the message doubles in every round.
/// ceil(log2 p) rounds, p-1 messages of n: latency-optimal for small n.
/// Source: CollGM, section 3.4.
#include <bit>

#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static bool applicable(const Shape&) { return true; }

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const int p = shape.ranks;
  const auto absolute = [&](int relative) { return (relative + shape.root) % p; };
  const unsigned relative = static_cast<unsigned>((rank - shape.root + p) % p);
  const Region message = output({0, shape.count});

  if (relative == 0)
    schedule.copy(input({0, shape.count}), message);
  else
    schedule.receive(absolute(static_cast<int>(relative & (relative - 1))), message);

  const unsigned size = std::bit_ceil(static_cast<unsigned>(p));
  const unsigned subtree = relative == 0 ? size : relative & -relative;
  for (unsigned distance = subtree / 2; distance > 0; distance /= 2)
    if (const unsigned child = relative + distance; child < static_cast<unsigned>(p))
      schedule.send(absolute(static_cast<int>(child)), message);
}

static Cost cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  return {.rounds = std::bit_width(static_cast<unsigned>(p - 1)),
          .messages = p - 1,
          .units = (p - 1) * shape.count};
}

}  // namespace tutti

ALGORITHM(bcast, binomial){tutti::applicable, tutti::build, tutti::cost};
