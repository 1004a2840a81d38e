#pragma once

#include <cstddef>
#include <cstdint>

/// A message that the process passed to UCX.
struct TuttiRecordedMessage {
  const void* endpoint;  ///< UCX's, towards the receiver
  std::uint64_t bytes;   ///< of a datatype that is not contiguous: its number of elements
};

/// Returns how many messages were recorded since they were last taken. With memory for as many, writes them there, and
/// takes them. The library libtutti-messages-<mpi>.so exports it; programs look it up by its name.
extern "C" std::size_t tutti_take_recorded_messages(TuttiRecordedMessage* messages,
                                                    std::size_t room);
