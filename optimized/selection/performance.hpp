#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "optimized/protocol/protocol.hpp"
#include "optimized/selection/fit_equation.hpp"

namespace tutti {

/// What a call costs; of each less is better.
enum class Metric {
  time,       ///< microseconds until the last rank has left
  bandwidth,  ///< bytes that all ranks together put on the network
  memory,     ///< bytes of working memory at the root, or at rank 0
  processor,  ///< bytes that the processor of that rank copies or combines
};

std::string_view name(Metric metric);

/// The performance that is asked for: a cost below the limit. (The source asks for a metric greater
/// than a threshold: the same of the reciprocals.)
struct Criterion {
  Metric metric = Metric::time;
  double limit = 0;
};

/// `time<50`. Throws UsageError.
Criterion parse_criterion(std::string_view text);

enum class Fit { good, bad };

/// What a performance function finds out.
struct Performance {
  Fit fit = Fit::bad;
  double cost = 0;   ///< in the unit of the metric; infinite where nothing is known
  double error = 0;  ///< relative, of the cost; 0 if it is exact
};

struct ProtocolMetadata;

/// Evaluates the fit equation, or the exact function, of a protocol with the operation parameters,
/// and holds the result against the criterion.
using PerformanceFunction = Performance (*)(const ProtocolMetadata& metadata,
                                            const OperationParameters& parameters,
                                            const Criterion& criterion);

/// What describes a protocol that can be selected.
/// Source: selection of collective protocols (protocol metadata).
struct ProtocolMetadata {
  std::string name;                  ///< the protocol's, or `mpi` for the library's own collective
  std::optional<Protocol> protocol;  ///< none for the library's own
  bool commutative_only = false;     ///< verified for commutative operations only
  std::vector<FitEquation> time_us;  ///< none of them overlap
  PerformanceFunction performance = nullptr;
};

/// What one typical call costs, as the algorithm states it; the units are bytes.
Cost cost_in_bytes(const Protocol& protocol, const OperationParameters& parameters);

/// The performance function of protocols whose time was measured. Where it was not, the fit is bad:
/// nothing is extrapolated. Other metrics than time are exact, of schedules.
Performance measured_performance(const ProtocolMetadata& metadata,
                                 const OperationParameters& parameters, const Criterion& criterion);

}  // namespace tutti
