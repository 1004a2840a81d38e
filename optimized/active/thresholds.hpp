#pragma once

#include <cstdint>

namespace tutti::active {

/// What decides how messages travel. All ranks of a team have the same.
struct Thresholds {
  /// Bytes per segment of an eager message.
  std::int64_t segment_bytes;
  /// Segments that a rank may have under way to another one which has not asked for them.
  std::int64_t tokens;
  /// Segments of one message that go ahead before the receiver is asked.
  std::int64_t segments_ahead;
  /// Bytes of a block of a long message: registered, put or fetched as a whole.
  std::int64_t block_bytes;
  /// Messages of up to so many bytes are eager, unless the protocol says otherwise.
  std::int64_t eager_bytes_max;
  /// The same in collectives that combine what they receive.
  std::int64_t reducing_eager_bytes_max;
  /// An operation is begun for others, ahead of the caller, if it needs no more memory than this.
  std::int64_t ahead_bytes_max;

  friend bool operator==(const Thresholds&, const Thresholds&) = default;
};

/// Those of this process: as measured (thresholds.json), but for what the environment says
/// otherwise, TUTTI_THRESHOLDS=name=value,... Throws FabricError.
const Thresholds& thresholds();

}  // namespace tutti::active
