#pragma once

#include <algorithm>
#include <cstdint>

#include "optimized/algorithm/support/logarithm.hpp"
#include "optimized/algorithm/support/segments.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// A node of a complete binary tree, numbered from the root, 0, level by level.
struct BinaryNode {
  int index;

  int parent() const { return (index - 1) / 2; }
  int left() const { return 2 * index + 1; }
  int right() const { return 2 * index + 2; }
  /// Returns the number of rounds from the root to the node: one to a left child, two to a right
  /// child.
  int distance() const {
    const int depth = floor_log2(index + 1);
    return depth + std::popcount(static_cast<unsigned>(index + 1)) - 1;
  }
};

/// Returns the number of rounds from the root to all nodes, for at least 2 nodes. The slowest node
/// is the rightmost of the last full level, or one of the level below.
inline int binary_tree_rounds(int nodes) {
  const int depth = floor_log2(nodes);
  const int last_in_lowest_level = nodes - (1 << depth);
  return std::max(2 * (depth - 1), depth + floor_log2(last_in_lowest_level + 1));
}

/// Returns the cost of segments that flow down, or up, a binary tree of all ranks.
inline Cost segments_in_binary_tree_cost(const Shape& shape, const Parameters& parameters) {
  const std::int64_t p = shape.ranks;
  const auto segments = Segments(shape, parameters).number();
  const std::int64_t period = p > 2 ? 2 : 1;
  return {.rounds = p == 1 ? 0 : period * (segments - 1) + binary_tree_rounds(shape.ranks),
          .messages = (p - 1) * segments,
          .units = (p - 1) * shape.count};
}

}  // namespace tutti
