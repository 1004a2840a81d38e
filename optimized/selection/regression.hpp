#pragma once

#include <functional>
#include <span>
#include <vector>

#include "optimized/selection/fit_equation.hpp"

namespace tutti {

/// One measured point of a protocol.
struct Observation {
  OperationParameters parameters;
  double time_us = 0;
  double error = 0;  ///< relative error of the time
};

/// A function that returns the cost of one call of the protocol, in rounds, messages and bytes.
/// Empty for a subject without a schedule: no equation of it is made of counts.
using CostFunction = std::function<Cost(const OperationParameters&)>;

constexpr std::size_t observations_min = 3;

/// Fits equations to the observations of one protocol, one for each range of bytes and ranks
/// between two switching points. Basis, degrees and switching points are those that best predict
/// what is left out of the fit (single points, sizes and numbers of ranks), or the simpler ones if
/// they are as good. Deterministic. Throws UsageError if there are fewer than three observations.
/// Source: selection of collective protocols (regression analysis).
std::vector<FitEquation> fit(std::vector<Observation> observations, const CostFunction& cost);

/// Returns the time in microseconds by the equations; infinite if none of them applies.
double expected_us(std::span<const FitEquation> equations, const OperationParameters& parameters,
                   const CostFunction& cost);

}  // namespace tutti
