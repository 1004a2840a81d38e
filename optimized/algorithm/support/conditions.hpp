#pragma once

#include "contract/shape.hpp"

namespace tutti {

inline bool always(const Shape&) { return true; }

/// For algorithms that combine the contributions in another order than that of the ranks.
inline bool if_commutative(const Shape& shape) { return shape.op.commutative; }

}  // namespace tutti
