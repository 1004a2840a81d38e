/// K-nomial tree broadcast: the set of ranks that hold the message grows k-fold per level.
/// Up to (k-1) log_k p rounds, p-1 messages of n: flatter than the binomial tree, good where a
/// sender can overlap its messages.
/// Source: Wickramasinghe & Lumsdaine, A Survey of Methods for Collective Communication, 2016.
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/rotation.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// The largest power of k below the number of ranks, and its exponent; 1 and 0 for one rank.
struct Level {
  std::int64_t width = 1;
  int height = 0;
};

static Level top_level(std::int64_t ranks, std::int64_t radix) {
  Level level;
  for (; level.width * radix < ranks; level.width *= radix) ++level.height;
  return level;
}

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  const Rotation rotation{shape.ranks, shape.root};
  const std::int64_t radix = parameters.radix;
  const std::int64_t node = rotation.relative(rank);
  const Region message = output({0, shape.count});

  std::int64_t width = top_level(shape.ranks, radix).width;
  if (node == 0) {
    schedule.copy(input({0, shape.count}), message);
  } else {
    while (node % width != 0) width /= radix;
    const std::int64_t parent = node - node % (width * radix);
    schedule.receive(rotation.absolute(static_cast<int>(parent)), message);
    width /= radix;
  }
  for (; width > 0; width /= radix)
    for (std::int64_t child = node + width;
         child < std::min<std::int64_t>(node + width * radix, shape.ranks); child += width)
      schedule.send(rotation.absolute(static_cast<int>(child)), message);
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  const std::int64_t p = shape.ranks;
  const auto [width, height] = top_level(p, parameters.radix);
  return {.rounds = (parameters.radix - 1) * height + (p + width - 1) / width - 1,
          .messages = p - 1,
          .units = (p - 1) * shape.count};
}

}  // namespace tutti

ALGORITHM(bcast, knomial){tutti::always, tutti::build, tutti::cost, {.radix = true}};
