#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/measure/result.hpp"
#include "harness/private_folder.hpp"

namespace tutti {

/// One launch that measures subjects at points; those of the same point compete.
struct PointLaunch {
  std::string program;  ///< a build of tutti, which knows how to launch itself
  int ranks = 1;
  std::vector<std::pair<Point, std::string>> subjects;
  int launch = 1;
  std::uint64_t seed = 1;
  double budget_s = 10;
};

/// What the launch measured, in the order of its result file. Throws CannotRun if it fails.
std::vector<ResultSection> measure_in_launch(const PointLaunch& launch,
                                             const PrivateFolder& folder);

/// Times in microseconds, by point and by subject.
using PointSamples = std::map<Point, std::map<std::string, std::vector<double>>>;

/// The same of several launches with consecutive numbers and seeds, all samples in one set.
PointSamples measure_in_launches(PointLaunch launch, int launches);

}  // namespace tutti
