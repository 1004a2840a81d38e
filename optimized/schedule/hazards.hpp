#pragma once

#include <cstdint>
#include <vector>

#include "contract/shape.hpp"

namespace tutti {

/// The accesses to one buffer whose order must be kept: a read after the write before it, and a
/// write after the reads since the last write or, without any, after that write.
///
/// All ranges are announced first. Their bounds cut the buffer into intervals that every access
/// covers entirely or not at all, so that each interval can be tracked on its own.
class Hazards {
 public:
  using StepId = std::uint32_t;

  void clear();
  void announce(Range range);
  /// Must be called between the last announcement and the first access.
  void begin();
  /// Append the steps that the access has to wait for, possibly with repetitions. Accesses must
  /// come in the order of their steps; their ranges must have been announced and not be empty.
  void read(Range range, StepId reader, std::vector<StepId>& waits_for);
  void write(Range range, StepId writer, std::vector<StepId>& waits_for);

 private:
  static constexpr StepId no_step = -1;
  static constexpr std::int32_t none = -1;

  struct Interval {
    StepId writer = no_step;
    std::int32_t last_read = none;  ///< last read since that write; index into reads_
  };
  struct Read {
    StepId reader;
    std::int32_t previous;  ///< previous read of the same interval
  };

  void sort_bounds();
  std::size_t interval_at(std::int64_t offset);

  std::vector<std::int64_t> bounds_;  ///< ascending; interval i lies between bounds i and i + 1
  std::vector<std::uint8_t> occurs_;  ///< while sorting: for each offset, whether it is a bound
  std::vector<Interval> intervals_;
  std::vector<Read> reads_;
  std::size_t latest_ = 0;  ///< last interval found; the next access is mostly there or next to it
};

}  // namespace tutti
