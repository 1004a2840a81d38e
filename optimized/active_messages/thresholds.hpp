#pragma once

#include <cstdint>
#include <string_view>

namespace tutti::active {

/// The limits that decide how messages travel. The same at all ranks of a team.
struct Thresholds {
  /// Bytes per segment of an eager message.
  std::int64_t segment_bytes;
  /// Segments that a rank may have under way to another rank that has not asked for them.
  std::int64_t tokens;
  /// Segments of one message that are sent before the receiver is asked.
  std::int64_t segments_ahead;
  /// Bytes of a block of a long message, which is registered, put or fetched as a whole.
  std::int64_t block_bytes;
  /// Bytes of the longest message that is eager, unless the protocol says otherwise.
  std::int64_t eager_bytes_max;
  /// The same limit for collectives that combine what they receive.
  std::int64_t reducing_eager_bytes_max;
  /// Bytes of memory that an operation may take at most to be begun ahead of its caller, on behalf
  /// of other ranks.
  std::int64_t ahead_bytes_max;

  friend bool operator==(const Thresholds&, const Thresholds&) = default;
};

/// Returns the measured thresholds (thresholds.json), with the settings name=value,... in their
/// place. Throws FabricError.
Thresholds thresholds_with(std::string_view settings);

/// Returns the thresholds of this process: the measured ones (thresholds.json), unless the
/// environment sets others, TUTTI_THRESHOLDS=name=value,... Throws FabricError.
const Thresholds& thresholds();

}  // namespace tutti::active
