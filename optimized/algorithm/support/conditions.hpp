#pragma once

#include <bit>

#include "contract/shape.hpp"

namespace tutti {

inline bool always(const Shape&) { return true; }

inline bool if_even(const Shape& shape) { return shape.ranks % 2 == 0; }

inline bool if_power_of_two(const Shape& shape) {
  return std::has_single_bit(static_cast<unsigned>(shape.ranks));
}

/// For algorithms that combine the contributions in an order that differs from that of the ranks.
inline bool if_commutative(const Shape& shape) { return shape.op.commutative; }

/// For algorithms that combine the contributions in the cyclic order of ranks that begins with the
/// root.
inline bool if_commutative_or_root_0(const Shape& shape) {
  return shape.op.commutative || shape.root == 0;
}

}  // namespace tutti
