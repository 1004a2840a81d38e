#pragma once

#include <deque>

#include "optimized/selection/selector.hpp"

namespace tutti::preload {

/// The protocols of calls that overlap. Except in reductions, their messages wait for no others,
/// and data are final when they arrive.
class OverlapProtocols {
 public:
  OverlapProtocols();

  /// Returns the protocol for a shape, the same at all ranks. Null for calls that are too short for
  /// overlap to pay, and for collectives that do not overlap.
  const ProtocolMetadata* choose(const Shape& shape) const;

 private:
  std::deque<ProtocolMetadata> all_;
};

}  // namespace tutti::preload
