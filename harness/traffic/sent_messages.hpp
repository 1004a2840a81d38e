#pragma once

#include <mpi.h>

#include <cstdint>
#include <map>
#include <vector>

namespace tutti {

/// A message that an MPI library sent to another rank.
struct SentMessage {
  int to = 0;
  std::int64_t bytes = 0;

  friend auto operator<=>(const SentMessage&, const SentMessage&) = default;
};

/// Returns whether the library that records messages is preloaded in this process.
bool records_messages();

/// Tells which messages the MPI library of this process sends. Only those through UCX are seen: on one host, the
/// library must be told not to use memory of its own.
class SentMessages {
 public:
  /// Learns UCX's endpoint for each rank by sending it a message. Requires records_messages(). Collective over the
  /// communicator, to whose ranks SentMessage refers.
  explicit SentMessages(MPI_Comm comm);

  /// Returns whether the messages to some other rank are seen.
  bool sees_any() const { return !ranks_.empty(); }

  /// Returns what was sent since the last call, sorted.
  std::vector<SentMessage> take();

 private:
  std::map<const void*, int> ranks_;  ///< by endpoint
};

}  // namespace tutti
