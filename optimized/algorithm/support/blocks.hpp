#pragma once

#include <cstdint>
#include <vector>

#include "optimized/schedule/builder.hpp"

namespace tutti {

/// Consecutive blocks, one per rank, whose offsets are computed once.
class Blocks {
 public:
  /// The blocks of the shape in cyclic order, beginning with that of rank `first`.
  explicit Blocks(const Shape& shape, int first = 0) {
    for (int i = 0; i < shape.ranks; ++i) append(length(shape, (first + i) % shape.ranks));
  }

  /// A message of `length` units cut into `ranks` nearly equal blocks.
  Blocks(std::int64_t length, int ranks) {
    for (int i = 0; i < ranks; ++i) append(part(length, ranks, i).length);
  }

  int size() const { return static_cast<int>(offsets_.size()) - 1; }
  std::int64_t units() const { return offsets_.back(); }
  Range operator[](int block) const { return run(block, block + 1); }
  /// Returns the range of the blocks from `first` up to, not including, `last`.
  Range run(int first, int last) const {
    const auto begin = offsets_[static_cast<std::size_t>(first)];
    return {begin, offsets_[static_cast<std::size_t>(last)] - begin};
  }

 private:
  static std::int64_t length(const Shape& shape, int rank) {
    return shape.counts ? (*shape.counts)[static_cast<std::size_t>(rank)] : shape.count;
  }
  void append(std::int64_t length) { offsets_.push_back(offsets_.back() + length); }

  std::vector<std::int64_t> offsets_{0};
};

/// Copies blocks from the cyclic order that begins with rank `first` into the order of ranks.
inline void copy_from_rotated(ScheduleBuilder& schedule, const Blocks& rotated, int first,
                              Region source, Region target) {
  const int ranks = rotated.size();
  const Range front = rotated.run(0, ranks - first);
  const Range back = rotated.run(ranks - first, ranks);
  schedule.copy(source.part(front), target.part({back.length, front.length}));
  if (first > 0) schedule.copy(source.part(back), target.part({0, back.length}));
}

/// Copies blocks from the order of ranks into the cyclic order that begins with rank `first`.
inline void copy_to_rotated(ScheduleBuilder& schedule, const Blocks& rotated, int first,
                            Region source, Region target) {
  const int ranks = rotated.size();
  const Range front = rotated.run(0, ranks - first);
  const Range back = rotated.run(ranks - first, ranks);
  schedule.copy(source.part({back.length, front.length}), target.part(front));
  if (first > 0) schedule.copy(source.part({0, back.length}), target.part(back));
}

}  // namespace tutti
