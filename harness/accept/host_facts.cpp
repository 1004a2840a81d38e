#include "harness/accept/host_facts.hpp"

#include <dlfcn.h>
#include <fmt/core.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "contract/host_info.hpp"
#include "contract/library_version.hpp"
#include "optimized/selection/environment_fingerprint.hpp"

namespace tutti {
namespace {

constexpr auto unknown = "unknown";

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  return std::getline(file, line) && !line.empty() ? line : unknown;
}

/// Returns the value of a line `NAME : VALUE` of a file.
std::string value_in(const std::string& path, const std::string& name) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const auto colon = line.find(':');
    if (!line.starts_with(name) || colon == std::string::npos) continue;
    const auto value = line.find_first_not_of(" \t", colon + 1);
    return value == std::string::npos ? unknown : line.substr(value);
  }
  return unknown;
}

std::string memory() {
  const double bytes =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  return fmt::format("{:.1f} GiB", bytes / (1 << 30));
}

std::string numa_nodes() {
  int nodes = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/sys/devices/system/node", error))
    nodes += entry.path().filename().string().find_first_of("0123456789") == 4;
  return nodes > 0 ? std::to_string(nodes) : unknown;
}

/// Returns the version of the UCX that is loaded.
std::string ucx() {
  using VersionString = const char*();
  auto* version = reinterpret_cast<VersionString*>(dlsym(RTLD_DEFAULT, "ucp_get_version_string"));
  return version ? version() : "not loaded";
}

std::string limit(int resource) {
  rlimit limits{};
  if (getrlimit(static_cast<__rlimit_resource_t>(resource), &limits) != 0) return unknown;
  return limits.rlim_cur == RLIM_INFINITY ? "unlimited" : std::to_string(limits.rlim_cur);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> facts_of_this_host() {
  utsname system{};
  uname(&system);
  const std::string cpu = "/sys/devices/system/cpu/", mm = "/sys/kernel/mm/";
  return {
      {"kernel", system.release},
      {"mpi", library_version()},
      {"ucx", ucx()},
      {"processor", processor()},
      {"microcode", value_in("/proc/cpuinfo", "microcode")},
      {"cores", std::to_string(sysconf(_SC_NPROCESSORS_ONLN))},
      {"numa nodes", numa_nodes()},
      {"memory", memory()},
      {"clock source",
       first_line("/sys/devices/system/clocksource/clocksource0/current_clocksource")},
      {"frequency governor", first_line(cpu + "cpu0/cpufreq/scaling_governor")},
      {"simultaneous multithreading", first_line(cpu + "smt/control")},
      {"transparent huge pages", first_line(mm + "transparent_hugepage/enabled")},
      {"huge pages", value_in("/proc/meminfo", "HugePages_Total")},
      {"numa balancing", first_line("/proc/sys/kernel/numa_balancing")},
      {"limit of locked memory", limit(RLIMIT_MEMLOCK)},
      {"limit of open files", limit(RLIMIT_NOFILE)},
      {"limit of the stack", limit(RLIMIT_STACK)},
  };
}

}  // namespace tutti
