#include "optimized/overlap/overlap_formula.hpp"

#include <algorithm>
#include <limits>

namespace tutti::overlap {
namespace {

/// Returns the seconds of the computation that consumes what arrived.
double related_seconds(const Phases& phases) {
  if (phases.comm_seconds <= 0 || phases.comm_rate_bytes_per_s <= 0) return 0;
  if (phases.related_rate <= 0) return std::numeric_limits<double>::infinity();
  return phases.comm_seconds * (phases.comm_rate_bytes_per_s / phases.related_rate);
}

double overlap_up_to(double seconds_max, const Phases& phases) {
  return std::max(0.0, std::min(seconds_max, phases.unrelated_seconds + related_seconds(phases)));
}

}  // namespace

Phases observed_phases(double comm_seconds, double init_seconds,
                       std::span<const double> access_seconds, double sub_message_bytes) {
  const auto others = static_cast<double>(access_seconds.size() - 1);
  const double bytes = (others + 1) * sub_message_bytes;
  const double using_others = access_seconds.back() - access_seconds.front();
  return {.comm_seconds = comm_seconds,
          .comm_rate_bytes_per_s = bytes / comm_seconds,
          .init_seconds = init_seconds,
          .unrelated_seconds = access_seconds.front(),
          .related_rate = using_others > 0 ? others * sub_message_bytes / using_others
                                           : std::numeric_limits<double>::infinity()};
}

double overlap_seconds(const Phases& phases) { return overlap_up_to(phases.comm_seconds, phases); }

double overlap_seconds_after_init(const Phases& phases) {
  return overlap_up_to(phases.comm_seconds - phases.init_seconds, phases);
}

}  // namespace tutti::overlap
