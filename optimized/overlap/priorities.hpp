#pragma once

#include "optimized/overlap/access_order.hpp"

namespace tutti::overlap {

/// The order in which the data of a receive buffer are fetched.
struct Priorities {
  AccessOrder order = {};
  bool on_demand = true;  ///< fetch first what the program waits for, then what follows in `order`
};

}  // namespace tutti::overlap
