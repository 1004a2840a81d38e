#include "harness/measure/machine.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/utsname.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/forced/forcing.hpp"
#include "harness/measure/exchange.hpp"
#include "harness/measure/result.hpp"
#include "harness/measure/rounds.hpp"
#include "optimized/schedule/algorithm.hpp"

extern char** environ;

namespace tutti {
namespace {

std::string first_value(const char* file, std::string_view key) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(key)) return line.substr(line.find(':') + 2);
  return "unknown";
}

std::string library_version() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  std::string line(text.data());
  line.resize(std::min(line.find('\n'), line.size()));
  for (char& letter : line)
    if (letter == '\t') letter = ' ';
  return line;
}

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

/// The cores that this process may use, `0-3,8`.
std::string binding() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("Cpus_allowed_list:")) return line.substr(line.find('\t') + 1);
  return "unknown";
}

nlohmann::json machine_details(const Exchange& exchange, bool shared_clock) {
  utsname system{};
  uname(&system);
  auto hosts = exchange.collect(host_name());
  const auto bindings = exchange.collect(binding());
  hosts.erase(std::unique(hosts.begin(), hosts.end()), hosts.end());
  return {{"hosts", hosts},
          {"cores", usable_cores()},
          {"processor", first_value("/proc/cpuinfo", "model name")},
          {"kernel", system.release},
          {"binding", bindings},
          {"last_level_cache_bytes", last_level_cache_bytes()},
          {"clock", shared_clock ? "shared" : "synchronized"}};
}

}  // namespace

std::vector<std::string> own_arguments() {
  std::ifstream file("/proc/self/cmdline");
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  return words;
}

std::string own_command_line() { return fmt::format("{}", fmt::join(own_arguments(), " ")); }

std::string signature(std::string_view text) {
  std::uint64_t hash = 14695981039346656037u;  // FNV-1a
  for (const unsigned char letter : text) hash = (hash ^ letter) * 1099511628211u;
  return fmt::format("{:016x}", hash);
}

std::string registry_signature() {
  std::string names;
  for (const auto& row : algorithms())
    names += fmt::format("{}/{}\n", name(row.collective), row.name);
  return signature(names);
}

nlohmann::json algorithm_numbers() {
  auto numbers = nlohmann::json::object();
  for (const auto& traits : collective_table) {
    const auto variable =
        ControlVariable::find(running_library().variable(*collective_named(traits.name)));
    if (!variable) continue;
    for (const auto& [algorithm, value] : variable->values())
      numbers[std::string(traits.name)][algorithm] = value;
  }
  return numbers;
}

ResultHeader describe_launch(const Exchange& exchange, const std::string& kind, int launch,
                             const std::string& command_line) {
  const bool shared_clock = CommonClock(exchange).shared();
  ResultHeader header{.kind = kind,
                      .date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
                      .launch = launch,
                      .ranks = exchange.ranks(),
                      .library = std::string(running_library().name),
                      .library_version = library_version(),
                      .registry = registry_signature(),
                      .machine_details = machine_details(exchange, shared_clock),
                      .environment = relevant_environment(),
                      .command_line = command_line};
  const auto& details = header.machine_details;
  header.machine =
      fmt::format("{} x {} cores, {}", details["hosts"].size(), details["cores"].get<int>(),
                  details["processor"].get<std::string>());
  header.library_details = {{"algorithm_numbers", algorithm_numbers()}};
  if (const auto trees = compiled_in_trees(); !trees.empty())
    header.library_details["trees"] = trees;
  return header;
}

}  // namespace tutti
