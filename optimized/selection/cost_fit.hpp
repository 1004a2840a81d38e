#pragma once

#include <vector>

#include "optimized/selection/regression.hpp"

namespace tutti {

/// A model of the time of a protocol: the sum of what its calls cost, which is rounds, messages,
/// bytes, and the bytes that one rank waits for one after the other. None takes a negative time, so
/// that the model holds where polynomials swing: a number of ranks that is no power of two may cost
/// two rounds more than those around it.
/// Source: selection of collective protocols (exact functions), and the linear model of Hockney.
class CostFit {
 public:
  /// Fits by least relative squares. Takes at least one observation.
  CostFit(const std::vector<Observation>& observations, const CostFunction& cost);

  /// Returns the time in microseconds; never negative.
  double time_us(const OperationParameters& parameters) const;

 private:
  CostFunction cost_;
  std::vector<double> coefficients_;
};

}  // namespace tutti
