/// What result files tell of an MPI library: its selection trees, and the numbers of its algorithms.
#include <nlohmann/json.hpp>

#include "fuzz/target.hpp"
#include "harness/map/format.hpp"
#include "harness/measure/measurement_points.hpp"
#include "harness/platform/json.hpp"

namespace {

using namespace tutti;

/// Returns a map of subjects that occur in the corpus.
SelectionMap some_map() {
  SelectionMap map{.target = "mpich", .library = "MPICH", .registry = "0", .machine = "0"};
  for (const auto* subject : {"mpich:allreduce/recursive_doubling", "mpich:allreduce/smp",
                              "openmpi:allreduce/ring:segment=4096"})
    for (const int ranks : {4, 5})
      map.rules.push_back({.collective = Collective::allreduce,
                           .domain = {.ranks = {ranks, ranks + 1}, .bytes = {64, 4096}},
                           .subject = subject});
  return map;
}

/// Makes the files of a map that only has what the format can express.
void emit(const MapFormat& format, const nlohmann::json& details) {
  const auto capabilities = format.expressible(details);
  auto map = some_map();
  std::erase_if(map.rules, [&](const MapRule& rule) {
    return !capabilities.reason_against(rule.subject).empty();
  });
  for (const auto& file : format.emit(map, details, "map.json"))
    fuzz::require(!file.text.empty(), "a file is empty");
}

void try_library_details(std::string_view input) {
  const auto details = parsed_json(input);
  if (!details.is_object()) return;  // ResultLine::header() requires it
  for (const auto& row : map_formats()) try {
      fuzz::accepted([&] {
        emit(*row.format, details);
        return true;
      });
    } catch (const nlohmann::json::exception& error) {  // `tutti map` makes a UsageError of it
      fuzz::require_one_line(error.what());
    }
}

}  // namespace

FUZZ_TARGET(library_details){try_library_details};
