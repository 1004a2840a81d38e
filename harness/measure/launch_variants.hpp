#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/platform/child.hpp"
#include "harness/results/statistics.hpp"

namespace tutti {

/// A way to run an unmodified program: the environment variables that its ranks get.
struct LaunchVariant {
  std::string name;
  Environment of_ranks;
};

/// Returns the way `library`: nothing is preloaded.
LaunchVariant library_variant();
/// Returns a way with tutti preloaded and the variables added. Overlap is off: calls return when
/// their data have arrived.
LaunchVariant preloaded_variant(std::string name, Environment besides = {});
/// Returns a way with tutti preloaded, the variables added, and overlap on: calls return before
/// their data have arrived.
LaunchVariant overlapping_variant(std::string name = "overlap", Environment besides = {});

/// Returns all ways `rounds` times, each time in another random order, so that a temporary
/// disturbance of the machine affects all of them.
std::vector<LaunchVariant> in_random_order(std::vector<LaunchVariant> ways, int rounds,
                                           std::uint64_t seed);

/// A program with its arguments, and the options for timing it.
struct TimedProgram {
  std::vector<std::string> command;
  int ranks = 2;
  int launches = 5;  ///< number of launches in each way
  std::uint64_t seed = 1;
  double seconds_max = 600;  ///< time limit of one launch
};

/// Runs the launches and returns, by the way's name, the seconds from the start of each launch
/// until the launcher has ended. Throws CannotRun if a launch fails.
std::map<std::string, SamplesByLaunch> seconds_by_variant(const TimedProgram& program,
                                                          const std::vector<LaunchVariant>& ways);

}  // namespace tutti
