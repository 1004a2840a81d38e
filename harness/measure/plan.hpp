#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/results/measurement.hpp"
#include "harness/subject/subject.hpp"
#include "optimized/protocol/protocol.hpp"

namespace tutti {

/// Whether the name matches the pattern, in which * and ? are as in a shell.
bool matches(std::string_view name, const std::string& pattern);

/// The collectives of these names, all if there are none. Throws UsageError.
std::vector<Collective> collectives_named(const std::vector<std::string>& names);

/// Numbers of ranks to measure at: 2, 3, 4 and on, from 4 in steps of half a doubling, and all.
std::vector<int> default_ranks(int world);

/// Throws UsageError unless every number is between 1 and the ranks of the launch.
void check_ranks(const std::vector<int>& ranks, int world);

/// Sizes at which the library's own trees switch, each with the next multiple of 8 behind it. The
/// trees are as in ResultHeader::library_details; without them there are none.
std::vector<std::int64_t> switching_points(const nlohmann::json& library_details,
                                           Collective collective, int ranks);

/// The sizes to measure a collective at: the given ones, sorted; just 0 for a barrier.
std::vector<std::int64_t> sizes_for(Collective collective, std::vector<std::int64_t> bytes);

/// The names under which the parameters of a subject are swept; just its name if it has none.
/// `few` keeps to what matters most.
std::vector<std::string> parameter_variants(const Subject& subject, bool few);

/// Whether two protocols do the same at the point: messages that are shorter than their segments do not tell
/// them apart, nor do few ranks where they differ in their radix.
bool run_alike(const Protocol& one, const Protocol& other, const Point& point);

/// The points of a file and the subject to measure at each: lines COLLECTIVE RANKS BYTES SUBJECT.
/// Throws UsageError with file, line and what was expected.
std::vector<std::pair<Point, std::string>> read_points(const std::string& path);

/// Whether the subject's name says that it may serve the point. `empty` stands with the barrier.
bool competes(const Subject& subject, const Point& point);

/// The subject `empty`: a call that does nothing, which measures the harness itself.
std::unique_ptr<Subject> empty_subject();

}  // namespace tutti
