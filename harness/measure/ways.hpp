#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/platform/child.hpp"
#include "harness/results/statistics.hpp"

namespace tutti {

/// A way to run a program that nobody changes for it: by the variables that its ranks get.
struct Way {
  std::string name;
  Environment of_ranks;
};

/// As the program is, with nothing preloaded: `library`.
Way library_way();
/// With tutti preloaded, and these variables besides; calls return when their data are there.
Way preloaded_way(std::string name, Environment besides = {});
/// With tutti preloaded, and calls that return before their data are there.
Way overlapping_way(std::string name = "overlap", Environment besides = {});

/// All ways in each of so many rounds, in another random order each: what disturbs the machine for a
/// while disturbs all of them.
std::vector<Way> in_random_order(std::vector<Way> ways, int rounds, std::uint64_t seed);

/// A program with its arguments, and how it is launched to be timed.
struct TimedProgram {
  std::vector<std::string> command;
  int ranks = 2;
  int launches = 5;  ///< in each way
  std::uint64_t seed = 1;
  double seconds_max = 600;  ///< for one launch
};

/// Seconds of each launch, from its start until the launcher has ended, by the way's name. Throws
/// CannotRun if a launch fails.
std::map<std::string, Launches> seconds_by_way(const TimedProgram& program,
                                               const std::vector<Way>& ways);

}  // namespace tutti
