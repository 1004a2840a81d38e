#include "harness/results/regression_input.hpp"

#include <algorithm>

#include "harness/subject/forced_subjects.hpp"
#include "optimized/selection/performance.hpp"

namespace tutti {
namespace {

constexpr double error_without_interval = 1;

/// Summarizes the faster half of the samples. Disturbances of the machine make whole batches of
/// samples slower. If one of two batches was disturbed, the median of all samples lies between the
/// batches, but the median of the faster half lies within the undisturbed batch.
Summary faster_half(std::vector<double> samples) {
  std::ranges::sort(samples);
  samples.resize((samples.size() + 1) / 2);
  return summarize(samples);
}

double error_of(const Summary& summary) {
  const auto& [low, high] = summary.median_interval;
  return (high - low) / 2 / summary.median;
}

}  // namespace

OperationParameters parameters_of(const Point& point) {
  return {point.collective, point.ranks, point.bytes};
}

Observation observation_of(const Measurement& measurement) {
  const auto& samples = measurement.samples_us;
  const auto summary = faster_half(samples);
  return {.parameters = parameters_of(measurement.point),
          .time_us = summary.median,
          .error = samples.size() < repetitions_for_interval ? error_without_interval
                                                             : error_of(summary)};
}

CostFunction cost_of(const std::string& subject) {
  if (!collective_of(subject) || names_forced_subject(subject)) return {};
  return [protocol = parse_protocol(subject)](const OperationParameters& parameters) {
    return cost_in_bytes(protocol, parameters);
  };
}

}  // namespace tutti
