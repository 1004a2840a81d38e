#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "optimized/active_messages/message_header.hpp"

namespace tutti::active {

/// A piece of a message that a peer has announced for fetching.
struct Offer {
  std::uint32_t step = 0;
  int peer = 0;
  int host = 0;               ///< of the peer: a number below that of ranks
  Header header;              ///< which bytes of which message
  std::uint64_t address = 0;  ///< at the peer
  std::shared_ptr<const fabric::RemoteKey> key;
};

/// The pieces that peers offer to an operation that fetches them in an order of its own. Few pieces
/// at a time are under way from each host, so that a piece that is wanted first does not share the
/// network with pieces that are wanted later, of the same peer or of another one on its host.
/// Source: T-NBC, section 5.2.2.
class Offers {
 public:
  void reset(int ranks);
  bool empty() const { return waiting_.empty(); }
  /// Adds a piece. Each of its bytes has its own turn, from this one on.
  void add(std::int64_t turn, Offer offer);
  /// Removes and returns the next offer of those hosts that have few pieces under way; none if
  /// there is no such offer. Turns from `first_turn` on come before lower ones. `sparingly`: a host
  /// with few pieces has them fetched one at a time.
  std::optional<Offer> take(std::int64_t first_turn, bool sparingly = false);
  /// Notes that a piece of the host has arrived.
  void fetched(int host) { --hosts_[static_cast<std::size_t>(host)].under_way; }

 private:
  using Waiting = std::multimap<std::int64_t, Offer>;

  /// Numbers of pieces of one host.
  struct Host {
    int offered = 0, under_way = 0;

    int at_once(bool sparingly) const;
  };

  Waiting::iterator at(std::int64_t turn);

  Waiting waiting_;  ///< by turn
  std::vector<Host> hosts_;
};

}  // namespace tutti::active
