#pragma once

#include <cstdint>
#include <cstring>

#include "optimized/active_messages/message_protocol.hpp"
#include "optimized/fabric/port.hpp"

namespace tutti::active {

/// The purpose of an active message.
enum class Kind : std::uint16_t {
  data,      ///< a segment of a message, sent with a token
  request,   ///< asks to send the rest: the sender has no token, or reached its limit
  go_on,     ///< answers a request: the receiver is ready for the rest
  granted,   ///< a segment after go_on: needs no token
  announce,  ///< the message is ready at the sender; to be fetched if the key to it is there
  grant,     ///< the receiver's memory is ready for a block; with the key to it
  done,      ///< a block was put
  fetched,   ///< the whole message was fetched
  tokens,    ///< gives tokens back, and nothing else
  barrier,   ///< sets a bit of a barrier
  failure,   ///< the sender cannot go on; the data say why
};

/// Returns true if the message is for a step that sends, false if for one that receives.
constexpr bool is_for_sender(Kind kind) {
  return kind == Kind::go_on || kind == Kind::grant || kind == Kind::fetched;
}

/// The header of every active message: the operation and team that it belongs to, and which message
/// of that operation it is.
struct Header {
  std::uint32_t team = 0;      ///< number of the team at the receiver
  std::uint32_t sequence = 0;  ///< number of the operation within the team
  std::int32_t source = 0;     ///< rank in the team
  std::int32_t message = 0;  ///< number between these two ranks in the operation; of a barrier: bit
  std::uint64_t offset = 0;  ///< bytes of the message before these
  std::uint64_t bytes = 0;   ///< of the whole message; of grant and done: of the block
  Kind kind = Kind::data;
  MessageProtocol protocol = MessageProtocol::automatic;  ///< of all messages of the operation
  std::uint32_t tokens = 0;                               ///< number given back to the receiver
  std::uint32_t plan = 0;  ///< number of the plan that the operation follows
};
/// The header, the front of a ring's record and 8 bytes of data fill one cache line.
static_assert(sizeof(Header) == 48 && sizeof(Header) <= fabric::header_bytes_max);

/// The data of announce and grant: the address of the block, and its registration. The key to the
/// memory follows.
struct RemoteBlock {
  std::uint64_t address = 0;
  std::uint64_t registration = 0;  ///< identifies the memory, so that its key is unpacked once
};

template <class T>
fabric::Bytes bytes_of(const T& value) {
  return std::as_bytes(std::span(&value, 1));
}

/// Reads a T from the first bytes.
template <class T>
T read(fabric::Bytes bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

}  // namespace tutti::active
