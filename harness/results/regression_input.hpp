#pragma once

#include <string>

#include "harness/results/measurement.hpp"
#include "optimized/selection/regression.hpp"

namespace tutti {

OperationParameters parameters_of(const Point& point);

/// Converts a measurement to the regression's input: the time is the median of the faster half of
/// the samples, the error is half the width of its confidence interval, relative to the median. The
/// measurement needs at least one sample.
Observation observation_of(const Measurement& measurement);

/// Returns the messages and bytes that a call of the subject moves, as a function of the
/// parameters. Empty unless the subject is one of tutti's own protocols.
CostFunction cost_of(const std::string& subject);

}  // namespace tutti
