#pragma once

#include <cstdint>

#include "contract/shape.hpp"

namespace tutti {

/// What the performance of a call depends on: parameters that all its ranks agree on.
struct OperationParameters {
  Collective collective = Collective::barrier;
  int ranks = 1;
  std::int64_t bytes = 0;  ///< of one block, as in result files; 0 where it is only known locally

  friend auto operator<=>(const OperationParameters&, const OperationParameters&) = default;
};

/// The parameters of calls of that shape. Where blocks differ, their mean.
OperationParameters parameters_of(const Shape& shape);

/// A shape with these parameters as most programs have them: bytes, or double-precision numbers to
/// combine, by a built-in operation; equal blocks; root 0.
Shape typical_shape(const OperationParameters& parameters);

}  // namespace tutti
