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
};

/// What one call of the protocol costs, in rounds, messages and bytes. Empty for what has no schedule: then no equation is made of
/// counts.
using CostFunction = std::function<Cost(const OperationParameters&)>;

/// Fits equations to what was measured of one protocol, one for each range of bytes and ranks
/// between two switching points. Basis, degrees and switching points are those that predict best what is
/// left out of the fit, single points, sizes and numbers of ranks; the simpler ones where that is as
/// good.
/// Deterministic. Throws UsageError if there are fewer than three observations.
/// Source: selection of collective protocols (regression analysis).
std::vector<FitEquation> fit(std::vector<Observation> observations, const CostFunction& cost);

}  // namespace tutti
