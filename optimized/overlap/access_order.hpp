#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tutti::overlap {

/// The order in which a program uses the sub-messages of a receive buffer, as far as it was
/// observed. Sub-messages that were not observed come last, in ascending order.
/// Source: T-NBC, section 5.1.
class AccessOrder {
 public:
  /// Makes the ascending order.
  AccessOrder() = default;
  /// Makes an order from `observed`: sub-messages in the order of their accesses. Only the first
  /// occurrence of each counts.
  explicit AccessOrder(std::span<const std::size_t> observed);

  /// Returns the turn of a sub-message. No two sub-messages have the same turn, and m of them have
  /// turns below m if all that were observed are among them.
  std::size_t turn(std::size_t sub_message) const {
    return sub_message < turns_.size() ? turns_[sub_message] : sub_message;
  }

 private:
  std::vector<std::size_t> turns_;  ///< by sub-message, up to the last that was observed
};

/// The order in which the data of a receive buffer are fetched.
struct Priorities {
  AccessOrder order = {};
  bool on_demand = true;  ///< fetch first what the program waits for, then what follows in `order`
};

}  // namespace tutti::overlap
