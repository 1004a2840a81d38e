#pragma once

#include <cstdint>
#include <cstring>

#include "optimized/active/message_protocol.hpp"
#include "optimized/fabric/port.hpp"

namespace tutti::active {

/// What an active message is for.
enum class Kind : std::uint16_t {
  data,      ///< a segment of a message, under a token of the sender's
  request,   ///< the sender has no token, or reached its limit: may the rest follow?
  go_on,     ///< it may: where it goes is ready
  granted,   ///< a segment of a message that may go on: needs no token
  announce,  ///< the message is there, and waits at the sender; with the key to it, to be fetched
  grant,     ///< the receiver's memory is ready for a block; with the key to it
  done,      ///< a block was put
  fetched,   ///< the whole message was fetched
  tokens,    ///< gives tokens back, and nothing else
  barrier,   ///< a bit of a barrier
  failure,   ///< the sender cannot go on, and says why
};

/// True if the message is for a step that sends, false if for one that receives.
constexpr bool is_for_sender(Kind kind) {
  return kind == Kind::go_on || kind == Kind::grant || kind == Kind::fetched;
}

/// Stands ahead of every active message: which operation of which team it belongs to, and which
/// message of that operation it is.
struct Header {
  std::uint32_t team = 0;      ///< as the receiver numbers its teams
  std::uint32_t sequence = 0;  ///< the how-manieth operation of the team
  std::int32_t source = 0;     ///< rank in the team
  std::int32_t message = 0;  ///< how-manieth between these two in this operation; of a barrier: bit
  std::uint64_t offset = 0;  ///< bytes of the message ahead of these
  std::uint64_t bytes = 0;   ///< in the whole message; of grant and done: in the block
  Kind kind = Kind::data;
  MessageProtocol protocol = MessageProtocol::automatic;  ///< of all messages of the operation
  std::uint32_t tokens = 0;                               ///< given back to the receiver of this
  std::uint32_t plan = 0;  ///< number of the plan that the operation follows
};
/// Together with the front of a ring's record and 8 bytes of data it fills a cache line.
static_assert(sizeof(Header) == 48 && sizeof(Header) <= fabric::header_bytes_max);

/// Goes with announce and grant: where the block lies, and the key to its memory. The key follows.
struct RemoteBlock {
  std::uint64_t address = 0;
  std::uint64_t registration = 0;  ///< names the memory, so that its key is opened once
};

template <class T>
fabric::Bytes bytes_of(const T& value) {
  return std::as_bytes(std::span(&value, 1));
}

/// Reads a T from the front of the bytes.
template <class T>
T read(fabric::Bytes bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

}  // namespace tutti::active
