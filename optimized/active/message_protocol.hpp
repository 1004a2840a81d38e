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

}  // namespace tutti
