#pragma once

#include <string>

#include "harness/results/measurement.hpp"
#include "optimized/selection/regression.hpp"

namespace tutti {

OperationParameters parameters_of(const Point& point);

/// A measurement as the regression takes it: the median of the faster half of its samples, at least one, and
/// as its error half the interval of that.
Observation observation_of(const Measurement& measurement);

/// What a call served by the subject moves, which is known of tutti's own protocols; empty for others.
CostFunction cost_of(const std::string& subject);

}  // namespace tutti
