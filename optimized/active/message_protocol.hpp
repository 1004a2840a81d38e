#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace tutti {

namespace active {
class FetchScheduler;
class PartialInput;
}  // namespace active

/// How one message travels.
enum class MessageProtocol : std::uint8_t {
  automatic,   ///< eager or the best of the others, by the length of the message
  eager,       ///< in segments, copied through memory of the fabric
  rendezvous,  ///< announced, granted, then put in blocks straight into the receiver's memory
  put,         ///< the receiver, once ready, tells where; then the same
  get,         ///< announced with where it lies; the receiver fetches it in blocks
};

/// What a message protocol demands of a message that ranks vote on, and of its memory.
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

/// How all messages of one operation travel, but for those that ranks vote on.
struct MessageOptions {
  MessageProtocol protocol = MessageProtocol::automatic;
  std::int64_t packet = 0;  ///< bytes of a segment or block; 0: as was measured best
  active::FetchScheduler* fetch_scheduler =
      nullptr;  ///< of this rank; null: nobody looks before all is over
  active::PartialInput* partial_input = nullptr;  ///< of what this rank sends; null: all is there
};

/// How the messages came to a rank that were put to the vote.
struct Arrivals {
  int put = 0;
  int eager = 0;

  friend bool operator==(const Arrivals&, const Arrivals&) = default;
};

}  // namespace tutti
