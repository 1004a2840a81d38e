#pragma once

#include <array>
#include <cstddef>

#include "optimized/selection/selector.hpp"

namespace tutti {

/// The determinations that hold for one number of ranks, found without evaluating anything. Belongs
/// to a communicator. Affirmative ones only: calls for which nothing was chosen are determined anew.
/// Source: selection of collective protocols (caching).
class DeterminationCache {
 public:
  /// Determines for all of the prepared parameters that are of so many ranks.
  DeterminationCache(const Selector& selector, int ranks);

  /// What the selector determines for the shape, whose ranks are those of the cache.
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
