#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "optimized/active/header.hpp"

namespace tutti::active {

/// A piece of a message that lies at a peer, who has told where.
struct Offer {
  std::uint32_t step = 0;
  int peer = 0;
  int host = 0;               ///< of the peer, by a number below that of ranks
  Header header;              ///< which bytes of which message
  std::uint64_t address = 0;  ///< at the peer
  std::shared_ptr<const fabric::RemoteKey> key;
};

/// What peers offer to an operation that fetches it in an order of its own: a few pieces at a time from
/// each host, so that what is wanted first does not share the wire with what is wanted later, of the same
/// peer or of another one beside it.
/// Source: T-NBC, section 5.2.2.
class Offers {
 public:
  void reset(int ranks);
  bool empty() const { return waiting_.empty(); }
  /// Each byte of a piece has its turn, from this one on.
  void add(std::int64_t turn, Offer offer);
  /// The offer whose turn it is, of those hosts that have little under way. The first turn, and what
  /// follows it, comes before what precedes it. `sparingly`: of few pieces rather one at a time than some.
  std::optional<Offer> take(std::int64_t first_turn, bool sparingly = false);
  /// A piece of that host is there.
  void fetched(int host) { --hosts_[static_cast<std::size_t>(host)].under_way; }

 private:
  using Backoff = std::multimap<std::int64_t, Offer>;

  /// Pieces.
  struct Host {
    int offered = 0, under_way = 0;

    int at_once(bool sparingly) const;
  };

  Backoff::iterator at(std::int64_t turn);

  Backoff waiting_;  ///< by turn
  std::vector<Host> hosts_;
};

}  // namespace tutti::active
