#pragma once

#include <cstddef>
#include <cstdint>

/// A message that the process passed to UCX.
struct TuttiRecordedMessage {
  const void* endpoint;  ///< UCX's, towards the receiver
  std::uint64_t bytes;   ///< of a datatype that is not contiguous: its number of elements
};

/// Takes the messages that were recorded since the last call: writes up to `most` of them, and returns how many
/// there were. The library libtutti-messages-<mpi>.so exports it; programs look it up by its name.
extern "C" std::size_t tutti_take_recorded_messages(TuttiRecordedMessage* messages,
                                                    std::size_t most);
