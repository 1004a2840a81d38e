#pragma once

#include <cstdint>

namespace tutti {

/// How one message travels.
enum class MessageProtocol : std::uint8_t {
  automatic,   ///< eager or the best of the others, by the length of the message
  eager,       ///< in segments, copied through memory of the fabric
  rendezvous,  ///< announced, granted, then put in blocks straight into the receiver's memory
  put,         ///< the receiver, once ready, tells where; then the same
  get,         ///< announced with where it lies; the receiver fetches it in blocks
};

/// How all messages of one operation travel.
struct MessageOptions {
  MessageProtocol protocol = MessageProtocol::automatic;
  std::int64_t packet = 0;  ///< bytes of a segment or block; 0: as was measured best
};

}  // namespace tutti
