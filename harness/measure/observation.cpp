#include "harness/measure/observation.hpp"

#include "harness/measure/plan.hpp"
#include "harness/subject/forced.hpp"
#include "optimized/selection/performance.hpp"

namespace tutti {
namespace {

constexpr double error_without_interval = 1;

double error_of(const Summary& summary) {
  if (summary.repetitions < repetitions_for_interval) return error_without_interval;
  const auto& [low, high] = summary.median_interval;
  return (high - low) / 2 / summary.median;
}

}  // namespace

OperationParameters parameters_of(const Point& point) {
  return {point.collective, point.ranks, point.bytes};
}

Observation observation_of(const Measurement& measurement) {
  const auto& summary = measurement.time_us;
  return {.parameters = parameters_of(measurement.point),
          .time_us = summary.median,
          .error = error_of(summary)};
}

CostFunction cost_of(const std::string& subject) {
  if (!collective_of(subject) || names_forced_subject(subject)) return {};
  return [protocol = parse_protocol(subject)](const OperationParameters& parameters) {
    return cost_in_bytes(protocol, parameters);
  };
}

}  // namespace tutti
