#pragma once

#include <array>
#include <cstddef>

#include "optimized/selection/selector.hpp"

namespace tutti {

/// The determinations for one number of ranks, found without evaluating a performance function.
/// Belongs to a communicator. Keeps affirmative ones only: calls for which nothing was chosen are
/// determined anew.
/// Source: selection of collective protocols (caching).
class DeterminationCache {
 public:
  /// Fills the cache for all parameters that the map was measured at, on this number of ranks.
  DeterminationCache(const Selector& selector, int ranks);

  /// Returns the selector's determination for the shape, whose number of ranks must be that of the
  /// cache.
  Determination determine(const Shape& shape);

 private:
  struct Row {
    Shape shape;
    Determination determination;
  };
  static constexpr std::size_t rows = 256;

  Row& row_of(const Shape& shape);

  const Selector& selector_;
  std::array<Row, rows> rows_;
};

}  // namespace tutti
