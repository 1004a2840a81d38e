#pragma once

#include <map>
#include <vector>

#include "harness/accept/figure.hpp"
#include "harness/accept/verdict/requirements.hpp"

namespace tutti {

/// One value of each launch that measured something, by the number of the launch. Values are
/// logarithms.
using LaunchValues = std::map<int, double>;

/// The logarithm of the median of each measurand in each launch.
using LaunchMedians = std::map<Measurand, LaunchValues>;

LaunchMedians launch_medians(const std::vector<Figure>& figures);

/// Returns what a requirement is about, place by place: the figures that it matches, or their
/// ratios to the median place or to the idle machine in the same launch. Launches that lack one of
/// the two are left out.
LaunchMedians required_values(const LaunchMedians& all, const FigureRequirement& wanted);

}  // namespace tutti
