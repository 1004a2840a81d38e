#include "optimized/active/offers.hpp"

#include <algorithm>

namespace tutti::active {
namespace {

/// Some travel while the next ones are asked for.
constexpr int pieces_at_once = 4;

}  // namespace

void Offers::reset(int ranks) {
  waiting_.clear();
  under_way_.assign(static_cast<std::size_t>(ranks), 0);
}

std::optional<Offer> Offers::take() {
  const auto next = std::ranges::find_if(waiting_, [this](const auto& waiting) {
    return under_way_[static_cast<std::size_t>(waiting.second.peer)] < pieces_at_once;
  });
  if (next == waiting_.end()) return std::nullopt;
  Offer offer = std::move(next->second);
  waiting_.erase(next);
  ++under_way_[static_cast<std::size_t>(offer.peer)];
  return offer;
}

}  // namespace tutti::active
