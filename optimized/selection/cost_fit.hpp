#pragma once

#include <vector>

#include "optimized/selection/regression.hpp"

namespace tutti {

/// The time of a protocol as a sum of what its calls cost: rounds, messages, bytes, and the bytes that one
/// rank waits for behind another. None takes a negative time, so that it goes on where polynomials swing: a
/// number of ranks that is no power of two may cost two rounds more than those around it.
/// Source: selection of collective protocols (exact functions), and the linear model of Hockney.
class CostFit {
 public:
  /// Least relative squares. At least one observation.
  CostFit(const std::vector<Observation>& observations, const CostFunction& cost);

  /// The time in microseconds; 0 where a call costs nothing.
  double time_us(const OperationParameters& parameters) const;

 private:
  CostFunction cost_;
  std::vector<double> coefficients_;
};

}  // namespace tutti
