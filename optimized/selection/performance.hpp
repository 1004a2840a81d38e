#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "optimized/protocol/protocol.hpp"
#include "optimized/selection/fit_equation.hpp"

namespace tutti {

/// The kinds of cost of a call; less is better for each.
enum class Metric {
  time,       ///< microseconds until the last rank has left
  bandwidth,  ///< bytes that all ranks together put on the network
  memory,     ///< bytes of working memory at the root, or at rank 0
  processor,  ///< bytes that the processor of that rank copies or combines
};

std::string_view name(Metric metric);

/// The required performance: a cost below the limit. (The source requires a metric greater than a
/// threshold: the same of the reciprocals.)
struct Criterion {
  Metric metric = Metric::time;
  double limit = 0;
};

/// Parses a criterion, such as `time<50`. Throws UsageError.
Criterion parse_criterion(std::string_view text);

enum class Fit { good, bad };

/// The result of a performance function.
struct Performance {
  Fit fit = Fit::bad;
  double cost = 0;   ///< in the unit of the metric; infinite where nothing is known
  double error = 0;  ///< relative, of the cost; 0 if it is exact
};

struct ProtocolMetadata;

/// A function that evaluates the fit equation, or the exact cost, of a protocol for the operation
/// parameters, and compares the result with the criterion.
using PerformanceFunction = Performance (*)(const ProtocolMetadata& metadata,
                                            const OperationParameters& parameters,
                                            const Criterion& criterion);

/// The description of a protocol that can be selected.
/// Source: selection of collective protocols (protocol metadata).
struct ProtocolMetadata {
  std::string name;                  ///< the protocol's, or `mpi` for the library's own collective
  std::optional<Protocol> protocol;  ///< none for the library's own
  bool commutative_only = false;     ///< verified for commutative operations only
  std::vector<FitEquation> time_us;  ///< without overlap
  PerformanceFunction performance = nullptr;
};

/// Returns the cost of one typical call, as the algorithm states it, with bytes as units.
Cost cost_in_bytes(const Protocol& protocol, const OperationParameters& parameters);

/// Evaluates a protocol whose time was measured. Where it was not measured, the fit is bad: nothing
/// is extrapolated. Metrics other than time are exact, computed from schedules.
Performance measured_performance(const ProtocolMetadata& metadata,
                                 const OperationParameters& parameters, const Criterion& criterion);

}  // namespace tutti
