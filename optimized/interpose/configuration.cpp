#include "optimized/interpose/configuration.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <system_error>

#include "contract/error.hpp"
#include "contract/library_version.hpp"
#include "contract/mpi_error.hpp"
#include "optimized/selection/signature.hpp"

namespace tutti::interpose {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// The variable; empty if it says no.
std::string wish(const char* name) {
  const auto value = variable(name);
  return value == "0" ? "" : value;
}

/// `libtutti-mpich.map` beside this library; empty if there is none.
std::string map_beside_library() {
  Dl_info info{};
  if (!dladdr(reinterpret_cast<const void*>(&map_beside_library), &info)) return "";
  const auto path = std::filesystem::path(info.dli_fname).replace_extension("map");
  std::error_code unreadable;
  return std::filesystem::exists(path, unreadable) ? path.string() : "";
}

/// One rank's text at every rank of the world.
std::string shared(std::string text, int root = 0) {
  auto length = static_cast<unsigned long>(text.size());
  check(PMPI_Bcast(&length, 1, MPI_UNSIGNED_LONG, root, MPI_COMM_WORLD));
  text.resize(length);
  check(PMPI_Bcast(text.data(), static_cast<int>(length), MPI_CHAR, root, MPI_COMM_WORLD));
  return text;
}

/// What the first rank of the world that complains says, at every rank; empty if none does.
std::string complaint_of_any(const std::string& own) {
  const int own_rank = own.empty() ? std::numeric_limits<int>::max() : world_rank();
  int first = 0;
  check(PMPI_Allreduce(&own_rank, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD));
  return first == std::numeric_limits<int>::max() ? "" : shared(own, first);
}

/// Throws UsageError at every rank if it does not hold at one of them.
void require_everywhere(bool holds, const std::string& complaint) {
  const auto first = complaint_of_any(holds ? "" : complaint);
  if (!first.empty()) throw UsageError(first);
}

/// The file's text behind `+`, or `-` if it cannot be read.
std::string contents(const std::string& path) {
  std::error_code unreadable;
  std::ifstream file(path, std::ios::binary);
  if (!file || !std::filesystem::is_regular_file(path, unreadable)) return "-";
  return "+" + std::string(std::istreambuf_iterator<char>(file), {});
}

bool is_protocol(std::string_view subject) {
  try {
    return subject == "mpi" || parse_protocol(subject).algorithm != nullptr;
  } catch (const UsageError&) {
    return false;
  }
}

SelectionMap map_of(const std::string& path, const std::string& text) {
  if (text == "-") throw UsageError(path + ": cannot be read; expected a selection map of tutti");
  auto map = parse_map(
      std::string_view(text).substr(1), path,
      {.registry = registry_signature(), .machine = machine_signature(), .known = is_protocol});
  if (map.library != library_version())
    throw UsageError(path + ": expected a map for the library '" + library_version() +
                     "', found '" + map.library + "'");
  return map;
}

std::vector<Protocol> forced_protocols(std::string_view names) {
  std::vector<Protocol> protocols;
  while (!names.empty()) {
    const auto comma = std::min(names.find(','), names.size());
    protocols.push_back(parse_protocol(names.substr(0, comma)));
    names.remove_prefix(std::min(comma + 1, names.size()));
  }
  return protocols;
}

/// The guard of that name; the best that there is if it is just `1`. Null if there is none.
std::unique_ptr<overlap::Guard> guard_named(const std::string& name) {
  using overlap::Guard, overlap::GuardKind;
  if (name == "userfaultfd") return Guard::make(GuardKind::userfaultfd);
  if (name == "mprotect") return Guard::make(GuardKind::mprotect);
  if (name != "1") throw UsageError("expected 1, userfaultfd or mprotect, found '" + name + "'");
  auto guard = Guard::make(GuardKind::userfaultfd);
  return guard ? std::move(guard) : Guard::make(GuardKind::mprotect);
}

/// Runs the action; what it complains about is said to come from the variable.
template <class Action>
auto as_told_by(const char* name, Action action) try {
  return action();
} catch (const UsageError& error) {
  throw UsageError(std::string(name) + ": " + error.what());
}

/// Null if nobody asked for it.
std::unique_ptr<overlap::Guard> configured_guard() {
  const auto name = shared(wish("TUTTI_OVERLAP"));
  if (name.empty()) return nullptr;
  return as_told_by("TUTTI_OVERLAP", [&] {
    auto guard = guard_named(name);
    require_everywhere(guard != nullptr, "this machine has no guard " + name);
    int threads = MPI_THREAD_SINGLE;
    check(PMPI_Query_thread(&threads));
    require_everywhere(threads == MPI_THREAD_MULTIPLE,
                       "the MPI library lets only one thread call it");
    return guard;
  });
}

Priority priority_named(const std::string& name) {
  if (name.empty() || name == "learned") return Priority::learned;
  if (name == "demand") return Priority::demand;
  if (name == "forward") return Priority::forward;
  throw UsageError("expected learned, demand or forward, found '" + name + "'");
}

/// What all ranks did in the run that wrote the file.
std::vector<AccessRecord> known_accesses(const std::string& path) {
  if (path.empty()) return {};
  const auto text = shared(world_rank() == 0 ? contents(path) : "");
  if (text == "-") throw UsageError(path + ": cannot be read");
  return parse_access_records(text.substr(1), path);
}

/// By all records, so that it is the same at all ranks.
std::map<OperationParameters, overlap::Worth::Seconds> worths_of(
    const std::vector<AccessRecord>& records) {
  std::map<OperationParameters, overlap::Worth::Seconds> worths;
  for (const auto& record : records)
    if (record.worth) {
      auto& [early, blocking] = worths[record.parameters];
      early += record.worth->early;
      blocking += record.worth->blocking;
    }
  return worths;
}

Learning configured_learning(bool overlaps, bool overlaps_always) {
  const auto priority = shared(variable("TUTTI_PRIORITY"));
  const auto trace_path = shared(variable("TUTTI_TRACE"));
  const auto order_path = shared(variable("TUTTI_ORDER"));
  for (const auto& [name, path] :
       {std::pair{"TUTTI_TRACE", trace_path}, {"TUTTI_ORDER", order_path}})
    if (!path.empty() && !overlaps)
      throw UsageError(std::string(name) + ": expected TUTTI_OVERLAP beside it");
  auto known = as_told_by("TUTTI_ORDER", [&] { return known_accesses(order_path); });
  auto known_worths = worths_of(known);
  std::erase_if(known, [rank = world_rank()](const auto& record) { return record.rank != rank; });
  return {.priority = as_told_by("TUTTI_PRIORITY", [&] { return priority_named(priority); }),
          .trace_path = trace_path,
          .every_call = overlaps_always && !trace_path.empty(),
          .known = std::move(known),
          .known_worths = std::move(known_worths)};
}

}  // namespace

int world_rank() {
  int rank = 0;
  check(PMPI_Comm_rank(MPI_COMM_WORLD, &rank));
  return rank;
}

bool overlap_is_wanted() { return !wish("TUTTI_OVERLAP").empty(); }

Configuration configure() {
  auto guard = configured_guard();
  const bool overlaps = guard != nullptr;
  const bool overlaps_always = !shared(wish("TUTTI_OVERLAP_ALWAYS")).empty();
  Configuration configuration{.selector = {},
                              .report_path = shared(variable("TUTTI_REPORT")),
                              .complaint = {},
                              .guard = std::move(guard),
                              .overlaps_always = overlaps_always,
                              .learning = configured_learning(overlaps, overlaps_always)};
  const auto map_path =
      shared(std::getenv("TUTTI_MAP") ? variable("TUTTI_MAP") : map_beside_library());
  const auto map_text = shared(map_path.empty() || world_rank() != 0 ? "" : contents(map_path));
  const auto force = shared(variable("TUTTI_FORCE"));
  const auto criterion = shared(variable("TUTTI_CRITERION"));
  SelectionMap map;
  std::string complaint;
  try {
    if (!map_path.empty()) map = map_of(map_path, map_text);
  } catch (const UsageError& error) {
    complaint = error.what();
  }
  // Hosts differ: a map that one rank must not use is used by none.
  configuration.complaint = complaint_of_any(complaint);
  if (!configuration.complaint.empty()) map = {};
  const auto forced = as_told_by("TUTTI_FORCE", [&] { return forced_protocols(force); });
  Policy policy;
  if (!criterion.empty())
    policy.criterion = as_told_by("TUTTI_CRITERION", [&] { return parse_criterion(criterion); });
  if (!map.rules.empty() || !map.fits.empty() || !forced.empty())
    configuration.selector = std::make_unique<const Selector>(map, forced, policy);
  return configuration;
}

}  // namespace tutti::interpose
