#pragma once

#include <cstdint>
#include <vector>

#include "contract/shape.hpp"

namespace tutti {

/// Which accesses to one buffer have to stay in their order: a read behind the write before it, a
/// write behind the reads since the last write or, without any, behind that write.
///
/// All ranges are announced first. Their ends cut the buffer into intervals that no access cuts any
/// further, so that each can be followed on its own.
class Hazards {
 public:
  using StepId = std::uint32_t;

  void clear();
  void announce(Range range);
  /// Between the last announcement and the first access.
  void begin();
  /// Appends the steps that the access has to wait for, which may be named more than once. Accesses
  /// come in the order of their steps; their ranges were announced, and are not empty.
  void read(Range range, StepId reader, std::vector<StepId>& waits_for);
  void write(Range range, StepId writer, std::vector<StepId>& waits_for);

 private:
  static constexpr StepId nobody = -1;
  static constexpr std::int32_t none = -1;

  struct Interval {
    StepId writer = nobody;
    std::int32_t last_read = none;  ///< since then; index into reads_
  };
  struct Read {
    StepId reader;
    std::int32_t previous;  ///< of the same interval
  };

  void sort_bounds();
  std::size_t interval_at(std::int64_t offset);

  std::vector<std::int64_t> bounds_;  ///< ascending: interval i goes from bound i to i + 1
  std::vector<std::uint8_t> occurs_;  ///< per offset, while the bounds are sorted
  std::vector<Interval> intervals_;
  std::vector<Read> reads_;
  std::size_t latest_ = 0;  ///< accesses mostly go on where the last one was, or next to it
};

}  // namespace tutti
