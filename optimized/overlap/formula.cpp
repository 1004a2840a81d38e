#include "optimized/overlap/formula.hpp"

#include <algorithm>
#include <limits>

namespace tutti::overlap {
namespace {

/// Seconds that the computation needs which consumes what arrived.
double related_seconds(const Phases& phases) {
  if (phases.comm_seconds <= 0 || phases.comm_rate_bytes_per_s <= 0) return 0;
  if (phases.related_rate <= 0) return std::numeric_limits<double>::infinity();
  return phases.comm_seconds * (phases.comm_rate_bytes_per_s / phases.related_rate);
}

double overlap_up_to(double seconds_max, const Phases& phases) {
  return std::max(0.0, std::min(seconds_max, phases.unrelated_seconds + related_seconds(phases)));
}

}  // namespace

double overlap_seconds(const Phases& phases) { return overlap_up_to(phases.comm_seconds, phases); }

double overlap_seconds_after_init(const Phases& phases) {
  return overlap_up_to(phases.comm_seconds - phases.init_seconds, phases);
}

}  // namespace tutti::overlap
