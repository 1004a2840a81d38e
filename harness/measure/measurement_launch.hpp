#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/platform/child.hpp"
#include "harness/platform/temporary_folder.hpp"
#include "harness/results/result_file.hpp"
#include "harness/results/statistics.hpp"

namespace tutti {

/// A launch that measures subjects at points; subjects of the same point compete.
struct PointLaunch {
  std::string program;  ///< a build of tutti; launches itself
  int ranks = 1;
  std::vector<std::pair<Point, std::string>> subjects;
  int launch = 1;
  std::uint64_t seed = 1;
  double budget_s = 10;
  Environment environment = {};  ///< environment variables of the launcher
};

/// Runs the launch and returns its measurements, in the order of its result file. Throws CannotRun
/// if the launch fails.
std::vector<ResultSection> measure_in_launch(const PointLaunch& launch,
                                             const TemporaryFolder& folder);

/// Times in microseconds for each launch, by subject; PointSamples: by point and subject.
using SubjectSamples = std::map<std::string, SamplesByLaunch>;
using PointSamples = std::map<Point, SubjectSamples>;

/// Returns the subject with the smallest mean_of_medians() among those for which compete(name)
/// holds; empty if there is none.
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

/// Runs several launches with consecutive numbers and seeds, as measure_in_launch() does, and
/// collects their samples.
PointSamples measure_in_launches(PointLaunch launch, int launches);

}  // namespace tutti
