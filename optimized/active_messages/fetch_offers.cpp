#include "optimized/active_messages/fetch_offers.hpp"

#include <algorithm>
#include <cassert>

namespace tutti::active {
namespace {

/// Least number of a host's pieces to have under way: some travel while the next ones are
/// requested.
constexpr int pieces_at_once_min = 4;
/// A host may have one in so many of its pieces under way: the more pieces there are, the less it
/// matters that a piece that is suddenly wanted comes behind them, and the more that the link stays
/// busy while no processor has time to request pieces.
constexpr int share_at_once = 10;

}  // namespace

int Offers::Host::at_once(bool sparingly) const {
  return std::max(sparingly ? 1 : pieces_at_once_min, offered / share_at_once);
}

void Offers::reset(int ranks) {
  waiting_.clear();
  hosts_.assign(static_cast<std::size_t>(ranks), {});
}

void Offers::add(std::int64_t turn, Offer offer) {
  assert(static_cast<std::size_t>(offer.host) < hosts_.size() && offer.header.bytes > 0);
  ++hosts_[static_cast<std::size_t>(offer.host)].offered;
  waiting_.emplace(turn, std::move(offer));
}

/// Returns the piece that contains this turn, or else the next one.
Offers::Waiting::iterator Offers::at(std::int64_t turn) {
  const auto next = waiting_.lower_bound(turn);
  if (next == waiting_.begin()) return next;
  const auto before = std::prev(next);
  const auto end = before->first + static_cast<std::int64_t>(before->second.header.bytes);
  return turn < end ? before : next;
}

/// Sorts nothing anew when the first turn changes: there may be thousands of offers.
std::optional<Offer> Offers::take(std::int64_t first_turn, bool sparingly) {
  const auto may_come = [&](const auto& waiting) {
    const Host& host = hosts_[static_cast<std::size_t>(waiting.second.host)];
    return host.under_way < host.at_once(sparingly);
  };
  const auto first = at(first_turn);
  auto next = std::find_if(first, waiting_.end(), may_come);
  if (next == waiting_.end()) {
    next = std::find_if(waiting_.begin(), first, may_come);
    if (next == first) return std::nullopt;
  }
  Offer offer = std::move(next->second);
  waiting_.erase(next);
  ++hosts_[static_cast<std::size_t>(offer.host)].under_way;
  return offer;
}

}  // namespace tutti::active
