#pragma once

#include <cstdint>

namespace tutti::active {

/// How messages travel. First guesses: no measurement has set them yet.
struct Thresholds {
  /// Bytes per segment of an eager message.
  std::int64_t segment_bytes = 8064;
  /// Segments that a rank may have under way to another one which has not asked for them.
  int tokens = 32;
  /// Segments of one message that go ahead before the receiver is asked.
  int segments_ahead = 16;
  /// Bytes of a block of a long message: registered, put or fetched as a whole.
  std::int64_t block_bytes = 131072;
  /// Messages of up to so many bytes are eager, unless the protocol says otherwise.
  std::int64_t eager_bytes_max = 16384;
  /// An operation is begun for others, ahead of the caller, if it needs no more memory than this.
  std::int64_t ahead_bytes_max = 65536;
};

}  // namespace tutti::active
