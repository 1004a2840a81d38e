#pragma once

#include <string>

#include "harness/measure/measurement.hpp"
#include "optimized/selection/regression.hpp"

namespace tutti {

OperationParameters parameters_of(const Point& point);

/// A measurement as the regression takes it; its error is half the interval of its median.
Observation observation_of(const Measurement& measurement);

/// What a call served by the subject moves, which is known of tutti's own protocols; empty for others.
CostFunction cost_of(const std::string& subject);

}  // namespace tutti
