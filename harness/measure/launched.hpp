#pragma once

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

}  // namespace tutti
