/// Reports what tutti finds on this machine, and what is missing.
#include <dlfcn.h>
#include <fmt/core.h>
#include <mpi.h>
#include <sched.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "contract/library_version.hpp"
#include "harness/cli/verb.hpp"
#include "harness/platform/launch.hpp"
#include "harness/platform/launch_detection.hpp"
#include "harness/platform/shared_memory.hpp"
#include "optimized/overlap/guard.hpp"

namespace tutti {
namespace {

constexpr int could_not_run = 3;

struct Check {
  std::string name;
  bool found = false;
  bool required = false;
  std::string detail;  ///< what was found, or what its absence costs and how to get it
};

Check mpi_library() {
  return {"mpi", true, true, fmt::format("{} ({})", library_version(), library_file())};
}

/// Describes the limits of a program that runs on every library with the MPI standard's ABI.
Check standard_abi() {
  return {
      "abi", true, false,
      "built for the MPI standard's ABI: the library is whichever libmpi_abi.so.1 is found at "
      "run time; left out: Fortran, whose calls go by each library's own ABI (libtutti-mpich.so "
      "and libtutti-openmpi.so serve them)"};
}

bool built_for_standard_abi() { return std::string_view(TUTTI_MPI) == "abi"; }

int cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

int ranks_on_this_node() {
  int ranks = 1;
  MPI_Comm_size(ranks_of_this_host(MPI_COMM_WORLD).get(), &ranks);
  return ranks;
}

int ranks_of_world() {
  int ranks = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  return ranks;
}

/// Finds the launcher that started this process. A rank with an unknown launcher would take itself
/// for the only rank.
Check launcher() {
  const auto& launch = own_launch();
  if (!launch.by.empty())
    return {"launcher", true, true, fmt::format("{}, shown by {}", launch.by, launch.shown_by)};
  if (ranks_of_world() == 1) return {"launcher", true, true, "none"};
  return {
      "launcher", false, true,
      fmt::format(
          "MPI counts {} ranks, but their launcher is not known: it sets no variable that tells a "
          "rank which it is",
          ranks_of_world())};
}

/// Checks the number and placement of the ranks. Collective over MPI_COMM_WORLD.
Check launch() {
  if (auto complaint = launcher_mismatch(); !complaint.empty())
    return {"launch", false, true, std::move(complaint)};
  const int on_node = ranks_on_this_node();
  return {"launch", true, true,
          fmt::format("{} ranks, {} of them on this node with {} cores: {}", ranks_of_world(),
                      on_node, cores(),
                      on_node > cores() ? "oversubscribed, timings hold the cost of sharing cores"
                                        : "not oversubscribed")};
}

Check ucx() {
  const std::unique_ptr<void, int (*)(void*)> library(dlopen("libucp.so.0", RTLD_LAZY), dlclose);
  using VersionString = const char* (*)();
  const auto version =
      library ? reinterpret_cast<VersionString>(dlsym(library.get(), "ucp_get_version_string"))
              : nullptr;
  if (!version) return {"ucx", false, false, "no libucp.so.0 (Debian: libucx0)"};
  return {"ucx", true, false, version()};
}

/// Lists the guards that blocking collectives can use for overlap; the first is the one that
/// TUTTI_OVERLAP=1 chooses.
Check guard() {
  using overlap::Guard, overlap::GuardKind;
  std::string names;
  for (const auto kind : {GuardKind::userfaultfd, GuardKind::mprotect})
    if (const auto guard = Guard::make(kind))
      names += fmt::format(fmt::runtime(names.empty() ? "{} (chosen)" : ", {}"), guard->name());
  if (names.empty())
    return {"guard", false, false, "memory cannot be guarded: blocking collectives do not overlap"};
  const bool lacks_userfaultfd = !names.starts_with("userfaultfd");
  return {"guard", true, false,
          names + (lacks_userfaultfd ? "; the kernel refuses userfaultfd to this user" : "")};
}

/// Returns the first line that a command prints; empty if it fails.
std::string first_line(const char* command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command, "r"), pclose);
  std::array<char, 256> line{};
  if (!pipe || !std::fgets(line.data(), line.size(), pipe.get())) return {};
  std::string text(line.data());
  return text.substr(0, text.find('\n'));
}

Check output_of(std::string name, bool required, const char* command, const char* missing) {
  const auto line = first_line(command);
  return {std::move(name), !line.empty(), required, line.empty() ? missing : line};
}

std::vector<Check> all_checks(const Check& launched) {
  std::vector<Check> checks{
      mpi_library(),
      launcher(),
      launched,
      ucx(),
      guard(),
      output_of("simgrid", false, "smpirun --version 2>/dev/null",
                "no smpirun: no simulated machines (Debian: libsimgrid-dev)"),
      output_of("python", true, "/usr/bin/python3 --version 2>/dev/null",
                "no /usr/bin/python3: no reports (Debian: python3)"),
      output_of("matplotlib", true,
                "/usr/bin/python3 -c 'import matplotlib as m; print(m.__version__)' "
                "2>/dev/null",
                "no reports (Debian: python3-matplotlib)")};
  if (built_for_standard_abi()) checks.insert(checks.begin() + 1, standard_abi());
  return checks;
}

void print(const std::vector<Check>& checks, bool json) {
  if (!json) {
    for (const auto& check : checks)
      fmt::print("{:12} {:8} {}\n", check.name, check.found ? "found" : "MISSING", check.detail);
    return;
  }
  auto rows = nlohmann::json::array();
  for (const auto& check : checks)
    rows.push_back({{"name", check.name},
                    {"found", check.found},
                    {"required", check.required},
                    {"detail", check.detail}});
  fmt::print("{}\n", nlohmann::json{{"checks", rows}}.dump(2));
}

/// Returns whether this process prints the output for all: it is rank 0 according to both the
/// launcher and MPI.
bool speaks() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return launcher_rank() == 0 && rank == 0;
}

/// Returns 0 if everything that the verbs require was found, else 3.
int doctor(bool json) {
  own_launch();  // before MPI may set variables of its own
  MpiSession session(false, true);
  const auto launched = launch();
  const auto lacking = [](const Check& check) { return check.required && !check.found; };
  if (!speaks())
    return session.set_exit_status(lacking(launched) || lacking(launcher()) ? could_not_run : 0);
  const auto checks = all_checks(launched);
  print(checks, json);
  return session.set_exit_status(std::ranges::any_of(checks, lacking) ? could_not_run : 0);
}

}  // namespace

static std::function<int()> declare(Command& command) {
  const auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, "Print one JSON object");
  return [json] { return doctor(*json); };
}

}  // namespace tutti

VERB(doctor){tutti::declare};
