#include "optimized/selection/environment_fingerprint.hpp"

#include <fmt/core.h>
#include <mpi.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "contract/host_info.hpp"
#include "contract/mpi_error.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {
namespace {

/// Returns the names of all hosts that ranks of MPI_COMM_WORLD are on. Collective.
std::set<std::string> hosts_of_world() {
  int ranks = 0;
  check(PMPI_Comm_size(MPI_COMM_WORLD, &ranks));
  std::array<char, MPI_MAX_PROCESSOR_NAME> own{};
  host_name().copy(own.data(), own.size() - 1);
  std::vector<std::array<char, MPI_MAX_PROCESSOR_NAME>> names(static_cast<std::size_t>(ranks));
  check(PMPI_Allgather(own.data(), MPI_MAX_PROCESSOR_NAME, MPI_CHAR, names.data(),
                       MPI_MAX_PROCESSOR_NAME, MPI_CHAR, MPI_COMM_WORLD));
  std::set<std::string> hosts;
  for (const auto& host : names) hosts.emplace(host.data());
  return hosts;
}

}  // namespace

std::string processor() {
  std::ifstream lines("/proc/cpuinfo");
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown";
}

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

std::string machine_signature(int hosts) {
  // All cores, not those that this process is bound to: these depend on how it was launched.
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  return fmt::format("{} x {} cores, {}", hosts, cores, processor());
}

std::string machine_signature() {
  return machine_signature(static_cast<int>(hosts_of_world().size()));
}

}  // namespace tutti
