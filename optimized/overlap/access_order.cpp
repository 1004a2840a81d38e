#include "optimized/overlap/access_order.hpp"

#include <algorithm>
#include <limits>

namespace tutti::overlap {

AccessOrder::AccessOrder(std::span<const std::size_t> observed) {
  if (observed.empty()) return;
  constexpr auto none = std::numeric_limits<std::size_t>::max();
  turns_.assign(std::ranges::max(observed) + 1, none);
  std::size_t next = 0;
  const auto give_turn = [&](std::size_t& turn) {
    if (turn == none) turn = next++;
  };
  for (const std::size_t sub_message : observed) give_turn(turns_[sub_message]);
  std::ranges::for_each(turns_, give_turn);
}

}  // namespace tutti::overlap
