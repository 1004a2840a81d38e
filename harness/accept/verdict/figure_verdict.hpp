#pragma once

#include <string>
#include <vector>

#include "harness/accept/verdict/launch_medians.hpp"
#include "harness/accept/verdict/requirements.hpp"
#include "harness/accept/verdict/verdict.hpp"

namespace tutti {

/// The name of a place: `machine`, a host, or hosts with ` - ` between them.
std::string place_name(const std::vector<std::string>& hosts);

/// Judges a limit at each place. `false_alarms` is the share of this requirement. The baseline may
/// be null. Throws UsageError as judge() does.
std::vector<PlaceVerdict> figure_verdicts(const Requirements& requirements,
                                          const Requirement& requirement,
                                          const LaunchMedians& results,
                                          const LaunchMedians* baseline, double false_alarms);

}  // namespace tutti
