#pragma once

#include <deque>

#include "optimized/selection/selector.hpp"

namespace tutti::preload {

/// What calls overlap by: protocols whose messages wait for no others, and whose data are final where
/// they arrive.
class OverlapProtocols {
 public:
  OverlapProtocols();

  /// All ranks choose the same. Null for calls that are too short for it to pay, and for collectives
  /// that do not overlap.
  const ProtocolMetadata* choose(const Shape& shape) const;

 private:
  std::deque<ProtocolMetadata> all_;
};

}  // namespace tutti::preload
