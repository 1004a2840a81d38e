#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/platform/child.hpp"
#include "harness/platform/private_folder.hpp"
#include "harness/results/result.hpp"
#include "harness/results/statistics.hpp"

namespace tutti {

/// One launch that measures subjects at points; those of the same point compete.
struct PointLaunch {
  std::string program;  ///< a build of tutti, which knows how to launch itself
  int ranks = 1;
  std::vector<std::pair<Point, std::string>> subjects;
  int launch = 1;
  std::uint64_t seed = 1;
  double budget_s = 10;
  Environment environment = {};  ///< of the launcher
};

/// What the launch measured, in the order of its result file. Throws CannotRun if it fails.
std::vector<ResultSection> measure_in_launch(const PointLaunch& launch,
                                             const PrivateFolder& folder);

/// Times in microseconds, launch by launch, by subject, and these by point.
using SubjectSamples = std::map<std::string, Launches>;
using PointSamples = std::map<Point, SubjectSamples>;

/// The subject with the smallest mean_of_medians among those that compete(name); empty if there is none.
template <class Compete>
std::string fastest(const SubjectSamples& samples, Compete compete) {
  std::string best;
  double best_us = 0;
  for (const auto& [name, launches] : samples) {
    if (!compete(name)) continue;
    const double us = mean_of_medians(launches);
    if (!best.empty() && us >= best_us) continue;
    best = name;
    best_us = us;
  }
  return best;
}

/// The same of several launches with consecutive numbers and seeds.
PointSamples measure_in_launches(PointLaunch launch, int launches);

}  // namespace tutti
