#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace tutti {

namespace active {
class FetchScheduler;
class PartialInput;
}  // namespace active

/// The way in which one message travels.
enum class MessageProtocol : std::uint8_t {
  automatic,   ///< eager, or the fastest of the others, by the length of the message
  eager,       ///< in segments, copied through memory of the fabric
  rendezvous,  ///< announced, granted, then put in blocks straight into the receiver's memory
  put,         ///< granted without announcement once the receiver is ready, then put in blocks
  get,         ///< announced with its address; the receiver fetches it in blocks
};

/// The requirements of a message protocol on a message that ranks vote on, and on its memory.
struct Constraints {
  std::size_t alignment = 1;  ///< in bytes
  std::int64_t bytes_max = std::numeric_limits<std::int64_t>::max();

  bool met_by(const std::byte* address, std::int64_t bytes) const {
    return reinterpret_cast<std::uintptr_t>(address) % alignment == 0 && bytes <= bytes_max;
  }
};

constexpr Constraints constraints_of(MessageProtocol protocol) {
  return protocol == MessageProtocol::put ? Constraints{.alignment = 16} : Constraints{};
}

/// The way in which all messages of one operation travel, except those that ranks vote on.
struct MessageOptions {
  MessageProtocol protocol = MessageProtocol::automatic;
  std::int64_t packet = 0;  ///< bytes of a segment or block; 0: the measured optimum
  active::FetchScheduler* fetch_scheduler =
      nullptr;  ///< of this rank; null: data are not used before the end
  active::PartialInput* partial_input = nullptr;  ///< of this rank; null: the input is complete
};

/// Numbers of the messages to a rank that were voted on, by message protocol.
struct Arrivals {
  int put = 0;
  int eager = 0;

  friend bool operator==(const Arrivals&, const Arrivals&) = default;
};

}  // namespace tutti
