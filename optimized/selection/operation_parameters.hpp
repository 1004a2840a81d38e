#pragma once

#include <cstdint>

#include "contract/shape.hpp"

namespace tutti {

/// The parameters that the performance of a call depends on. All its ranks know them alike.
struct OperationParameters {
  Collective collective = Collective::barrier;
  int ranks = 1;
  std::int64_t bytes = 0;  ///< of one block, as in result files; 0 where it is only known locally

  friend auto operator<=>(const OperationParameters&, const OperationParameters&) = default;
};

/// Returns the parameters of calls of the shape. If blocks differ in size, `bytes` is their mean.
OperationParameters parameters_of(const Shape& shape);

/// Returns whether measurements can tell about calls of the shape. Among neighbours they are taken on
/// grids of two dimensions. The ranks of a graph need not even know the same size.
bool are_measured(const Shape& shape);

/// Returns the shape with these parameters that is the most frequent in programs: bytes, or
/// double-precision numbers to combine by a built-in operation; equal blocks; root 0.
Shape typical_shape(const OperationParameters& parameters);

}  // namespace tutti
