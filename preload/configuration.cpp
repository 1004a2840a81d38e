#include "preload/configuration.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <sstream>
#include <string_view>
#include <system_error>

#include "contract/error.hpp"
#include "contract/installation.hpp"
#include "contract/library_version.hpp"
#include "contract/mpi_error.hpp"
#include "optimized/selection/environment_fingerprint.hpp"
#include "preload/input_file.hpp"
#include "preload/library_variant.hpp"

namespace tutti::preload {
namespace {

std::string variable(const char* name) {
  // Who starts a setuid program must not steer it.
  const char* value = secure_getenv(name);
  return value ? value : "";
}

/// Returns the path of this library; empty if it is not known.
std::string own_path() {
  Dl_info info{};
  return dladdr(reinterpret_cast<const void*>(&own_path), &info) ? info.dli_fname : "";
}

/// Returns the path of `libtutti-mpich.map`, or of the file for the MPI library that runs. It lies
/// beside this library or, if this library is installed, in the folder for the operator's maps.
/// Empty if there is none.
std::string default_map() {
  const std::filesystem::path library = own_path();
  const auto name = "libtutti-" + std::string(library_name()) + ".map";
  for (const auto& folder : {library.parent_path(), Installation::around_library(library).maps()}) {
    std::error_code unreadable;
    if (folder.empty()) continue;  // not the folder in which the program happens to run
    if (std::filesystem::exists(folder / name, unreadable)) return (folder / name).string();
  }
  return "";
}

/// Returns the text of rank `root` at every rank. Collective over MPI_COMM_WORLD.
std::string shared(std::string text, int root = 0) {
  auto length = static_cast<unsigned long>(text.size());
  check(PMPI_Bcast(&length, 1, MPI_UNSIGNED_LONG, root, MPI_COMM_WORLD));
  text.resize(length);
  check(PMPI_Bcast(text.data(), static_cast<int>(length), MPI_CHAR, root, MPI_COMM_WORLD));
  return text;
}

/// The environment variables of rank 0, at every rank; empty if they are not set. They are sent as
/// one text, since the start of every program waits for it.
class SharedVariables {
 public:
  SharedVariables() {
    std::string text;
    for (const auto* name : names) text += (world_rank() == 0 ? variable(name) : "") + '\0';
    text += world_rank() == 0 && !secure_getenv("TUTTI_MAP") ? default_map() : "";
    text = shared(text + '\0');
    std::istringstream lines(text);
    for (const auto* name : names) std::getline(lines, values_[name], '\0');
    std::getline(lines, default_map_, '\0');
  }

  const std::string& operator[](std::string_view name) const { return values_.find(name)->second; }
  /// Returns the value of a variable; empty also if it is 0.
  std::string unless_zero(std::string_view name) const {
    const auto& value = (*this)[name];
    return value == "0" ? "" : value;
  }
  /// Returns the path of the map to use; empty if there is none.
  const std::string& map_path() const { return finds_map() ? default_map_ : (*this)["TUTTI_MAP"]; }
  /// Returns whether the map was found, rather than asked for.
  bool finds_map() const { return !default_map_.empty(); }

 private:
  static constexpr const char* names[]{"TUTTI_MAP",      "TUTTI_FORCE",   "TUTTI_CRITERION",
                                       "TUTTI_REPORT",   "TUTTI_TRACE",   "TUTTI_ORDER",
                                       "TUTTI_PRIORITY", "TUTTI_OVERLAP", "TUTTI_OVERLAP_ALWAYS"};
  std::map<std::string, std::string, std::less<>> values_;
  std::string default_map_;
};

/// Throws UsageError at every rank if the condition does not hold at one of them. Collective over
/// MPI_COMM_WORLD.
void require_everywhere(bool holds, const std::string& complaint) {
  const auto first = complaint_of_any(holds ? "" : complaint);
  if (!first.empty()) throw UsageError(first);
}

/// Returns `+` and the text of the file, or `-` and why it cannot be taken.
std::string contents(const std::string& path, Writers writers) {
  try {
    return "+" + input_file(path, writers, own_path());
  } catch (const UsageError& error) {
    return std::string("-") + error.what();
  }
}

/// Returns the text behind `+`. Throws UsageError for `-`.
std::string_view text_of(std::string_view marked) {
  if (marked.starts_with('-')) throw UsageError(std::string(marked.substr(1)));
  return marked.substr(1);
}

bool is_protocol(std::string_view subject) {
  try {
    return subject == "mpi" || parse_protocol(subject).algorithm != nullptr;
  } catch (const UsageError&) {
    return false;
  }
}

SelectionMap map_of(const std::string& path, std::string_view marked) {
  auto map = parse_map(
      text_of(marked), path,
      {.registry = registry_signature(), .machine = machine_signature(), .known = is_protocol});
  if (map.library != library_version())
    throw UsageError(path + ": expected a map for the library '" + library_version() +
                     "', found '" + map.library + "'");
  return map;
}

/// Returns the map; empty, with the reason in `complaint`, if it cannot be used. Hosts differ: if
/// one rank must not use the map, none does. Collective over MPI_COMM_WORLD.
SelectionMap shared_map(const std::string& path, Writers writers, std::string& complaint) {
  const auto text = shared(world_rank() == 0 ? contents(path, writers) : "");
  SelectionMap map;
  try {
    map = map_of(path, text);
  } catch (const UsageError& error) {
    complaint = error.what();
  }
  complaint = complaint_of_any(complaint);
  return complaint.empty() ? map : SelectionMap();
}

/// Returns the guard of that name, or the best available one if the name is `1`. Null if this
/// machine has none. Throws UsageError if the name is unknown.
std::unique_ptr<overlap::Guard> guard_named(const std::string& name) {
  using overlap::Guard, overlap::GuardKind;
  if (name == "userfaultfd") return Guard::make(GuardKind::userfaultfd);
  if (name == "mprotect") return Guard::make(GuardKind::mprotect);
  if (name != "1") throw UsageError("expected 1, userfaultfd or mprotect, found '" + name + "'");
  auto guard = Guard::make(GuardKind::userfaultfd);
  return guard ? std::move(guard) : Guard::make(GuardKind::mprotect);
}

/// Runs the action. Puts the name of the variable in front of the text of a UsageError.
template <class Action>
auto as_told_by(const char* name, Action action) try {
  return action();
} catch (const UsageError& error) {
  throw UsageError(std::string(name) + ": " + error.what());
}

/// Returns the guard that TUTTI_OVERLAP asks for; null if it asks for none. Throws UsageError, at
/// all ranks, if calls cannot overlap at one of them.
std::unique_ptr<overlap::Guard> configured_guard(const SharedVariables& wishes) {
  const auto name = wishes.unless_zero("TUTTI_OVERLAP");
  if (name.empty()) return nullptr;
  return as_told_by("TUTTI_OVERLAP", [&] {
    if (!can_overlap)
      throw UsageError(fmt::format("expected {} preloaded, found {}",
                                   preloaded_library_name(built_for, true),
                                   preloaded_library_name(built_for, false)));
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

/// Returns the access records of all ranks in the run that wrote the file; none if the path is
/// empty.
std::vector<AccessRecord> known_accesses(const std::string& path) {
  if (path.empty()) return {};
  const auto text = shared(world_rank() == 0 ? contents(path, Writers::any) : "");
  return parse_access_records(std::string(text_of(text)), path);
}

/// Returns the time from call to call by parameters, summed over the records of all ranks, so that
/// it is the same at all ranks.
std::map<OperationParameters, overlap::EarlyReturnDecision::Seconds> seconds_by_parameters(
    const std::vector<AccessRecord>& records) {
  std::map<OperationParameters, overlap::EarlyReturnDecision::Seconds> decisions;
  for (const auto& record : records)
    if (record.decision) {
      auto& [early, blocking] = decisions[record.parameters];
      early += record.decision->early;
      blocking += record.decision->blocking;
    }
  return decisions;
}

Learning configured_learning(const SharedVariables& wishes, bool overlaps, bool overlaps_always) {
  const auto& trace_path = wishes["TUTTI_TRACE"];
  const auto& order_path = wishes["TUTTI_ORDER"];
  for (const auto& [name, path] :
       {std::pair{"TUTTI_TRACE", trace_path}, {"TUTTI_ORDER", order_path}})
    if (!path.empty() && !overlaps)
      throw UsageError(std::string(name) + ": expected TUTTI_OVERLAP beside it");
  auto known = as_told_by("TUTTI_ORDER", [&] { return known_accesses(order_path); });
  auto known_decisions = seconds_by_parameters(known);
  std::erase_if(known, [rank = world_rank()](const auto& record) { return record.rank != rank; });
  return {.priority = as_told_by("TUTTI_PRIORITY",
                                 [&] { return priority_named(wishes["TUTTI_PRIORITY"]); }),
          .trace_path = trace_path,
          .every_call = overlaps_always && !trace_path.empty(),
          .known = std::move(known),
          .known_decisions = std::move(known_decisions)};
}

}  // namespace

int world_rank() {
  int rank = 0;
  check(PMPI_Comm_rank(MPI_COMM_WORLD, &rank));
  return rank;
}

std::string complaint_of_any(const std::string& own) {
  const int own_rank = own.empty() ? std::numeric_limits<int>::max() : world_rank();
  int first = 0;
  check(PMPI_Allreduce(&own_rank, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD));
  return first == std::numeric_limits<int>::max() ? "" : shared(own, first);
}

bool overlap_is_wanted() {
  const auto wish = variable("TUTTI_OVERLAP");
  return !wish.empty() && wish != "0";
}

Configuration configure() {
  const SharedVariables wishes;
  auto guard = configured_guard(wishes);
  const bool overlaps = guard != nullptr;
  const bool overlaps_always = !wishes.unless_zero("TUTTI_OVERLAP_ALWAYS").empty();
  Configuration configuration{.selector = {},
                              .report_path = wishes["TUTTI_REPORT"],
                              .complaint = {},
                              .guard = std::move(guard),
                              .overlaps_always = overlaps_always,
                              .learning = configured_learning(wishes, overlaps, overlaps_always)};
  const auto& criterion = wishes["TUTTI_CRITERION"];
  SelectionMap map;
  if (!wishes.map_path().empty())
    map = shared_map(wishes.map_path(), wishes.finds_map() ? Writers::of_library : Writers::any,
                     configuration.complaint);
  const auto forced =
      as_told_by("TUTTI_FORCE", [&] { return parse_protocols(wishes["TUTTI_FORCE"]); });
  Policy policy;
  if (!criterion.empty())
    policy.criterion = as_told_by("TUTTI_CRITERION", [&] { return parse_criterion(criterion); });
  if (!map.rules.empty() || !map.fits.empty() || !forced.empty())
    configuration.selector = std::make_unique<const Selector>(map, forced, policy);
  return configuration;
}

}  // namespace tutti::preload
