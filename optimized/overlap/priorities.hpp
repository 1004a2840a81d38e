#pragma once

#include "optimized/overlap/access_order.hpp"

namespace tutti::overlap {

/// What is fetched first of what arrives in a receive buffer.
struct Priorities {
  AccessOrder order = {};
  bool on_demand = true;  ///< what the program waits for, and what follows it in that order
};

}  // namespace tutti::overlap
