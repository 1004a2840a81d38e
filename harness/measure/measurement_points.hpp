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

/// Returns whether the name matches the shell pattern, in which * and ? are wildcards.
bool matches(std::string_view name, const std::string& pattern);

/// Returns the collectives with the given names; if there are no names, all but those of
/// neighbourhoods, which few programs call. Throws UsageError for an unknown name.
std::vector<Collective> collectives_named(const std::vector<std::string>& names);

/// Returns the numbers of ranks to measure at: the powers of two, the midpoints between them from 3
/// on, and the number of ranks of the world. Leaves out 1.
std::vector<int> default_ranks(int world);

/// Throws UsageError unless every number is between 1 and the ranks of the world.
void check_ranks(const std::vector<int>& ranks, int world);

/// Returns the sizes at which the library's own selection trees switch, each with the next multiple
/// of 8. The trees come from ResultHeader::library_details; without trees there are no sizes.
std::vector<std::int64_t> switching_points(const std::string& library_details,
                                           Collective collective, int ranks);

/// Returns the sizes to measure a collective at: the given sizes, sorted and without duplicates;
/// only 0 for a barrier.
std::vector<std::int64_t> sizes_for(Collective collective, std::vector<std::int64_t> bytes);

/// Returns the names of the subject's parameter variants, or just its name if it has no parameters.
/// With `few`, only the most important variants.
std::vector<std::string> parameter_variants(const Subject& subject, bool few);

/// Returns whether two protocols have the same schedules at the point, and thus differ only in
/// parameters without effect there, such as segments longer than the message or a radix above the
/// number of ranks.
bool same_schedules(const Protocol& one, const Protocol& other, const Point& point);

/// Reads a file of lines COLLECTIVE RANKS BYTES SUBJECT: points and the subject to measure at each.
/// Throws UsageError with file, line and what was expected.
std::vector<std::pair<Point, std::string>> read_points(const std::string& path);

/// Returns the text of such a file.
std::string print_points(const std::vector<std::pair<Point, std::string>>& points);

/// Returns whether the subject may serve the point, judging by its name. `empty` serves the
/// barrier.
bool may_serve(const Subject& subject, const Point& point);

/// Returns the subject `empty`: a call that does nothing, to measure the overhead of the harness.
std::unique_ptr<Subject> empty_subject();

}  // namespace tutti
