#include "harness/measure/launch_description.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/utsname.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "contract/host_info.hpp"
#include "contract/library_version.hpp"
#include "harness/measure/clock.hpp"
#include "harness/measure/control_messages.hpp"
#include "harness/measure/round_timer.hpp"
#include "harness/results/result_file.hpp"
#include "harness/subject/forcing_library.hpp"
#include "optimized/selection/environment_fingerprint.hpp"

extern char** environ;

namespace tutti {
namespace {

std::map<std::string, std::string> relevant_environment() {
  std::map<std::string, std::string> found;
  for (char** entry = environ; *entry; ++entry) {
    const std::string_view text(*entry);
    for (const auto* prefix : {"MPIR_", "MPICH_", "OMPI_MCA_", "UCX_", "LD_PRELOAD", "TUTTI_"})
      if (text.starts_with(prefix))
        found.emplace(text.substr(0, text.find('=')), text.substr(text.find('=') + 1));
  }
  return found;
}

/// Returns the cores that this process may use, such as `0-3,8`.
std::string binding() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("Cpus_allowed_list:")) return line.substr(line.find('\t') + 1);
  return "unknown";
}

nlohmann::json details_of_machine(const std::set<std::string>& hosts,
                                  const std::vector<std::string>& bindings) {
  utsname system{};
  uname(&system);
  return {{"hosts", hosts},           {"cores", usable_cores()},
          {"processor", processor()}, {"kernel", system.release},
          {"binding", bindings},      {"last_level_cache_bytes", last_level_cache_bytes()}};
}

ResultHeader describe(const std::string& kind, const nlohmann::json& machine_details) {
  return {.kind = kind,
          .date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
          .library = std::string(running_library().name),
          .library_version = library_version(),
          .registry = registry_signature(),
          .machine = machine_signature(static_cast<int>(machine_details["hosts"].size())),
          .machine_details = machine_details.dump(),
          .environment = relevant_environment(),
          .command_line = own_command_line()};
}

}  // namespace

ResultHeader describe_process(const std::string& kind) {
  return describe(kind, details_of_machine({host_name()}, {binding()}));
}

std::vector<std::string> own_arguments() {
  std::ifstream file("/proc/self/cmdline");
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  return words;
}

std::string own_command_line() { return fmt::format("{}", fmt::join(own_arguments(), " ")); }

nlohmann::json algorithm_numbers() {
  auto numbers = nlohmann::json::object();
  for (const auto collective : collectives_without_topology()) {
    const auto variable =
        ControlVariable::find(running_library().variable({.collective = collective}));
    if (!variable) continue;
    for (const auto& [algorithm, value] : variable->values())
      numbers[std::string(name(collective))][algorithm] = value;
  }
  return numbers;
}

ResultHeader describe_launch(const Exchange& exchange, const std::string& kind, int launch,
                             const std::string& command_line) {
  const auto hosts = exchange.collect(host_name());
  auto machine = details_of_machine({hosts.begin(), hosts.end()}, exchange.collect(binding()));
  machine["clock"] = on_one_clock(exchange) ? "shared" : "synchronized";
  auto header = describe(kind, machine);
  header.launch = launch;
  header.ranks = exchange.ranks();
  header.command_line = command_line;
  nlohmann::json library{{"algorithm_numbers", algorithm_numbers()}};
  if (const auto trees = compiled_in_trees(); !trees.empty()) library["trees"] = trees;
  header.library_details = library.dump();
  return header;
}

}  // namespace tutti
