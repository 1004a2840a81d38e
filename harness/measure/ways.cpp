#include "harness/measure/ways.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <random>

#include "harness/platform/launch.hpp"

namespace tutti {
namespace {

Way preloaded(std::string name, Environment variables, const char* overlap) {
  variables["LD_PRELOAD"] = preload_library();
  variables["TUTTI_OVERLAP"] = overlap;
  return {std::move(name), std::move(variables)};
}

double seconds_of_launch(const TimedProgram& program, const Way& way) {
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

Way library_way() { return {"library", {}}; }

Way preloaded_way(std::string name, Environment besides) {
  return preloaded(std::move(name), std::move(besides), "0");
}

Way overlapping_way(std::string name, Environment besides) {
  return preloaded(std::move(name), std::move(besides), "1");
}

std::vector<Way> in_random_order(std::vector<Way> ways, int rounds, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Way> order;
  for (int round = 0; round < rounds; ++round) {
    std::ranges::shuffle(ways, random);
    order.insert(order.end(), ways.begin(), ways.end());
  }
  return order;
}

std::map<std::string, Launches> seconds_by_way(const TimedProgram& program,
                                               const std::vector<Way>& ways) {
  std::map<std::string, Launches> seconds;
  for (const auto& way : in_random_order(ways, program.launches, program.seed))
    seconds[way.name].push_back({seconds_of_launch(program, way)});
  return seconds;
}

}  // namespace tutti
