#include "harness/gate/verify_launch.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>

#include "harness/platform/json.hpp"
#include "harness/platform/launch.hpp"

namespace tutti {
namespace {

nlohmann::json report_in(const std::string& path) {
  auto report = parsed_json_file(path);
  if (!report.is_object() || !report.contains("library")) return nullptr;
  return report;
}

std::string last_line(std::string text) {
  text.erase(text.find_last_not_of(" \n") + 1);
  const auto begin = text.rfind('\n');
  return begin == std::string::npos ? text : text.substr(begin + 1);
}

std::string describe(const Ending& ending, const nlohmann::json& report) {
  if (ending.timed_out) return "not in time";
  if (!report.is_null()) return "well";
  return fmt::format("with status {}: {}", ending.status, last_line(ending.complaints));
}

}  // namespace

VerifyLaunchResult run(const VerifyLaunch& launch, StopSignals& stop) {
  using Seconds = std::chrono::duration<double>;
  auto arguments = launch.arguments;
  arguments.insert(arguments.begin(), "verify");
  arguments.emplace_back("--json");
  const auto begin = std::chrono::steady_clock::now();
  const auto passed = [&] { return Seconds(std::chrono::steady_clock::now() - begin).count(); };
  Child child(launch_command(default_launcher(), launch.ranks, arguments, launch.of_ranks), {},
              launch.output);
  VerifyLaunchResult result;
  while (!child.has_ended() && passed() < launch.seconds_max)
    if (stop.arrived_within(std::chrono::milliseconds(20))) {
      result.interrupted = true;
      break;
    }
  const auto ending = child.await(Seconds(0), notice_for_launchers);
  result.seconds = passed();
  result.report = report_in(launch.output);
  result.ended = describe(ending, result.report);
  return result;
}

}  // namespace tutti
