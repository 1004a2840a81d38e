#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/map/choose.hpp"
#include "harness/results/result_file.hpp"
#include "optimized/selection/selection_map.hpp"

namespace tutti {

/// Returns what has to be measured so that rules may hold between measured numbers of ranks: where the map chooses the
/// same subject at two neighbouring numbers, that subject and the default at a number in between, drawn by the seed. The
/// number is odd if there is one: an algorithm that needs an even number, or a power of two, is found out. `tuning` are
/// the measurements of the map.
std::vector<std::pair<Point, std::string>> points_between(const SelectionMap& map,
                                                          const std::vector<ResultSection>& tuning,
                                                          std::uint64_t seed);

/// Adds a rule for all numbers of ranks between two neighbouring ones with the same choice if the subject was measured in
/// between (`checks`) at all sizes of points_between(), is worse than the default at none of them, and was not validated as
/// worse (`confirmed`). Adds remarks for those that are left to the default. Never beyond the outermost numbers. Throws
/// UsageError if the checks come from another library, machine or registry.
void cover_between(SelectionMap& map, const std::vector<ResultSection>& tuning,
                   const std::vector<ResultSection>& checks, const FormatCapabilities& format,
                   const Significance& significance,
                   const std::optional<Confirmations>& confirmed = {});

}  // namespace tutti
