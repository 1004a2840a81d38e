#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "optimized/algorithm/support/rotation.hpp"
#include "optimized/algorithm/support/segments.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// Returns the number of chains: at most one per rank other than the root.
inline int number_of_chains(const Shape& shape, int wanted) {
  return std::min(wanted, shape.ranks - 1);
}

/// Broadcasts down chains of nearly equal length, the longer ones first, which the ranks other than
/// the root form. The root sends to the chains in turn; segments follow each other down each chain.
inline void bcast_down_chains(const Shape& shape, const Parameters& parameters, int wanted,
                              int rank, ScheduleBuilder& schedule) {
  const Rotation rotation{shape.ranks, shape.root};
  const Segments segments(shape, parameters);
  const int place = rotation.relative(rank);
  std::vector<int> heads;
  for (int i = 0, chains = number_of_chains(shape, wanted); i < chains; ++i)
    heads.push_back(1 + static_cast<int>(part(shape.ranks - 1, chains, i).offset));
  const auto is_head = [&](int other) { return std::ranges::find(heads, other) != heads.end(); };

  const int sender = is_head(place) ? 0 : place - 1;
  std::vector<int> receivers;
  if (place == 0)
    receivers = heads;
  else if (place + 1 < shape.ranks && !is_head(place + 1))
    receivers = {place + 1};
  if (place == 0) schedule.copy(input({0, shape.count}), output({0, shape.count}));
  for (std::int64_t i = 0; i < segments.number(); ++i) {
    if (place > 0) schedule.receive(rotation.absolute(sender), output(segments[i]));
    for (const int receiver : receivers)
      schedule.send(rotation.absolute(receiver), output(segments[i]));
  }
}

inline Cost cost_down_chains(const Shape& shape, const Parameters& parameters, int wanted) {
  const std::int64_t p = shape.ranks;
  const std::int64_t chains = number_of_chains(shape, wanted);
  const auto segments = Segments(shape, parameters).number();
  return {.rounds = p == 1 ? 0 : chains * segments - 1 + (p - 1) / chains,
          .messages = (p - 1) * segments,
          .units = (p - 1) * shape.count};
}

}  // namespace tutti
