#include "harness/measure/launch_variants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <random>

#include "harness/platform/launch.hpp"

namespace tutti {
namespace {

LaunchVariant preloaded(std::string name, Environment variables, bool overlap) {
  variables["LD_PRELOAD"] = preload_library(overlap);
  variables["TUTTI_OVERLAP"] = std::to_string(overlap);
  return {std::move(name), std::move(variables)};
}

double seconds_of_launch(const TimedProgram& program, const LaunchVariant& way) {
  using Clock = std::chrono::steady_clock;
  const auto command =
      launch_command_for(default_launcher(), program.ranks, program.command, way.of_ranks);
  const auto begun = Clock::now();
  const auto ending = run_child(command, {}, program.seconds_max);
  const std::chrono::duration<double> taken = Clock::now() - begun;
  require_success(ending, fmt::format("{} ({})", program.command.front(), way.name));
  return taken.count();
}

}  // namespace

LaunchVariant library_variant() { return {"library", {}}; }

LaunchVariant preloaded_variant(std::string name, Environment besides) {
  return preloaded(std::move(name), std::move(besides), false);
}

LaunchVariant overlapping_variant(std::string name, Environment besides) {
  return preloaded(std::move(name), std::move(besides), true);
}

std::vector<LaunchVariant> in_random_order(std::vector<LaunchVariant> ways, int rounds,
                                           std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<LaunchVariant> order;
  for (int round = 0; round < rounds; ++round) {
    std::ranges::shuffle(ways, random);
    order.insert(order.end(), ways.begin(), ways.end());
  }
  return order;
}

std::map<std::string, SamplesByLaunch> seconds_by_variant(const TimedProgram& program,
                                                          const std::vector<LaunchVariant>& ways) {
  std::map<std::string, SamplesByLaunch> seconds;
  for (const auto& way : in_random_order(ways, program.launches, program.seed))
    seconds[way.name].push_back({seconds_of_launch(program, way)});
  return seconds;
}

}  // namespace tutti
