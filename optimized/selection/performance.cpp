#include "optimized/selection/performance.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "contract/error.hpp"
#include "optimized/schedule/schedule_of.hpp"

namespace tutti {
namespace {

constexpr std::array<std::string_view, 4> metric_names{"time", "bandwidth", "memory", "processor"};

constexpr Performance unknown{.fit = Fit::bad, .cost = std::numeric_limits<double>::infinity()};

Performance fitted_time(const ProtocolMetadata& metadata, const OperationParameters& parameters) {
  const auto* equation = equation_for(metadata.time_us, parameters);
  if (!equation) return unknown;
  const Cost cost = equation->basis == Basis::counts && metadata.protocol
                        ? cost_in_bytes(*metadata.protocol, parameters)
                        : Cost{};
  const double time_us = evaluate(*equation, parameters, cost);
  // A polynomial may swing below zero between the points that it was fitted to.
  if (time_us <= 0) return unknown;
  return {.cost = time_us, .error = equation->error};
}

std::int64_t units_worked_on(const Schedule& schedule) {
  std::int64_t units = 0;
  for (const Step& step : schedule.steps)
    if (step.action != Action::send && step.action != Action::receive)
      units += step.target.range.length;
  return units;
}

/// Returns the cost in a metric other than time, which is exact if the protocol has a schedule, unless that depends
/// on nodes, which selection does not know.
Performance exact(Metric metric, const ProtocolMetadata& metadata,
                  const OperationParameters& parameters) {
  if (!metadata.protocol) return unknown;
  if (metric == Metric::bandwidth)
    return {.cost = static_cast<double>(cost_in_bytes(*metadata.protocol, parameters).units)};
  const Shape shape = typical_shape(parameters);
  const auto& protocol = *metadata.protocol;
  const auto schedule =
      schedule_of(*protocol.algorithm->algorithm, shape, protocol.parameters, shape.root);
  const auto units = metric == Metric::memory ? schedule.scratch_units : units_worked_on(schedule);
  return {.cost = static_cast<double>(units * shape.unit_bytes)};
}

}  // namespace

std::string_view name(Metric metric) { return metric_names[static_cast<std::size_t>(metric)]; }

Criterion parse_criterion(std::string_view text) {
  const auto sign = text.find('<');
  const auto known = std::ranges::find(metric_names, text.substr(0, sign));
  const auto digits = sign == std::string_view::npos ? "" : text.substr(sign + 1);
  double limit = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), limit);
  if (known == metric_names.end() || error != std::errc{} || end != digits.data() + digits.size() ||
      !(limit > 0))
    throw UsageError(
        fmt::format("expected METRIC<LIMIT with time, bandwidth, memory or processor, and a limit "
                    "above 0, found '{}'",
                    text));
  return {static_cast<Metric>(known - metric_names.begin()), limit};
}

Cost cost_in_bytes(const Protocol& protocol, const OperationParameters& parameters) {
  const Shape shape = typical_shape(parameters);
  Cost cost = protocol.algorithm->algorithm->cost(shape, protocol.parameters);
  cost.units *= shape.unit_bytes;
  return cost;
}

Performance measured_performance(const ProtocolMetadata& metadata,
                                 const OperationParameters& parameters,
                                 const Criterion& criterion) {
  Performance performance = criterion.metric == Metric::time
                                ? fitted_time(metadata, parameters)
                                : exact(criterion.metric, metadata, parameters);
  performance.fit = performance.cost < criterion.limit ? Fit::good : Fit::bad;
  return performance;
}

}  // namespace tutti
