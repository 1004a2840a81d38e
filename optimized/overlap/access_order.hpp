#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tutti::overlap {

/// In which order a program uses the sub-messages of a receive buffer, as far as it was observed. Those
/// that were not come last, forward.
/// Source: T-NBC, section 5.1.
class AccessOrder {
 public:
  /// Forward.
  AccessOrder() = default;
  /// `observed`: sub-messages by their first accesses. Only the first mention of each counts.
  explicit AccessOrder(std::span<const std::size_t> observed);

  /// No two sub-messages have the same turn, and m of them have turns below m if those that were
  /// observed are among them.
  std::size_t turn(std::size_t sub_message) const {
    return sub_message < turns_.size() ? turns_[sub_message] : sub_message;
  }

 private:
  std::vector<std::size_t> turns_;  ///< by sub-message, up to the last that was observed
};

}  // namespace tutti::overlap
