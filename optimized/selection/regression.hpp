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
  double error = 0;  ///< relative, what the time may be wrong by
};

/// What one call of the protocol costs, in rounds, messages and bytes. Empty for what has no schedule:
/// then no equation is made of counts.
using CostFunction = std::function<Cost(const OperationParameters&)>;

constexpr std::size_t observations_min = 3;

/// Fits equations to what was measured of one protocol, one for each range of bytes and ranks
/// between two switching points. Basis, degrees and switching points are those that predict best what is
/// left out of the fit, single points, sizes and numbers of ranks; the simpler ones where that is as
/// good.
/// Deterministic. Throws UsageError if there are fewer than three observations.
/// Source: selection of collective protocols (regression analysis).
std::vector<FitEquation> fit(std::vector<Observation> observations, const CostFunction& cost);

/// The time in microseconds that the equations say; infinite where none of them holds.
double expected_us(std::span<const FitEquation> equations, const OperationParameters& parameters,
                   const CostFunction& cost);

}  // namespace tutti
