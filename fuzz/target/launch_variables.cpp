/// Environment variables in which launchers describe a process: lines NAME=VALUE.
#include <map>
#include <sstream>

#include "fuzz/target.hpp"
#include "harness/platform/launch_detection.hpp"

static void try_launch_variables(std::string_view input) {
  using namespace tutti;
  std::map<std::string, std::string, std::less<>> variables;
  std::istringstream lines{std::string(input)};
  for (std::string line; std::getline(lines, line);) {
    const auto equals = std::min(line.find('='), line.size());
    variables[line.substr(0, equals)] = line.substr(std::min(equals + 1, line.size()));
  }
  const auto launch = fuzz::accepted([&] {
    return launched_by([&](const char* name) -> const char* {
      const auto found = variables.find(std::string_view(name));
      return found == variables.end() ? nullptr : found->second.c_str();
    });
  });
  if (!launch) return;
  const int ranks = launch->ranks.value_or(launch->rank + 1);
  fuzz::require(launch->rank >= 0 && launch->rank < ranks,
                "a rank outside of its launch was taken");
}

FUZZ_TARGET(launch_variables){try_launch_variables};
