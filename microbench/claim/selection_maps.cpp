/// Maps of the best protocol by communicator size and data size, against the installed libraries.
/// Source: CollGM, Figures 7, 9 and 11
#include <fmt/format.h>

#include <filesystem>

#include "contract/installation.hpp"
#include "harness/measure/library_comparison.hpp"
#include "harness/platform/launch.hpp"
#include "microbench/claim.hpp"

namespace tutti {
namespace {

constexpr std::pair<Collective, const char*> figures[]{
    {Collective::alltoall, "Figure 7"},
    {Collective::bcast, "Figure 9"},
    {Collective::scatter, "Figure 11"},
};
constexpr std::int64_t sizes[]{8, 64, 1024, 8192, 65536, 1 << 20};

/// Returns the paths of tutti for this MPI library and for others, where it was built or installed
/// for them beside this one.
std::vector<std::string> builds() {
  std::vector<std::string> programs{tutti_program()};
  for (const char* mpi : {"mpich", "openmpi"}) {
    const auto other = Installation::of_program().program(mpi);
    if (std::filesystem::exists(other) && other != tutti_program())
      programs.push_back(other.string());
  }
  return programs;
}

std::vector<ClaimRow> measure(const ClaimOptions& options) {
  ComparisonOptions comparison{.programs = builds(),
                               .points = {},
                               .launches = std::max(2, options.launches),
                               .budget_s = options.budget_s,
                               .seed = options.seed,
                               .out = {}};
  for (const int ranks : options.ranks.empty() ? std::vector{2, 4, 8} : options.ranks)
    for (const auto& [collective, figure] : figures)
      for (const auto bytes : sizes) comparison.points.push_back({collective, ranks, bytes});
  const auto cells = compare_with_libraries(comparison);
  require_all_measured(cells);
  std::vector<ClaimRow> rows;
  for (const auto& [collective, figure] : figures)
    for (const auto& cell : cells)
      if (cell.point.collective == collective)
        rows.push_back(row_of(fmt::format("{}: {}, {} against {}", figure, print(cell.point),
                                          cell.subject, cell.default_library),
                              "", cell.speedup, 0));
  rows.push_back(row_of(fmt::format("all cells of the maps, {} libraries, geometric mean",
                                    comparison.programs.size()),
                        "the component beats the library's own collectives", gain_of(cells), 1));
  return rows;
}

}  // namespace
}  // namespace tutti

CLAIM(selection_maps){tutti::measure};
