#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/map/format.hpp"
#include "optimized/selection/selection_map.hpp"

namespace tutti::openmpi {

/// The message size that rules of Open MPI's tuned component are compared with.
enum class MessageSize {
  block,       ///< bytes of one block, or of the whole message for bcast and full reductions
  all_blocks,  ///< bytes of one block times the ranks of the communicator
  none,        ///< not the size of the message, or not equal at all ranks
};

/// Returns how the component measures the collective; `none` for collectives that it does not tune.
MessageSize message_size(Collective collective);

/// Converts a size of tutti, in bytes, to the size that the library compares with.
std::int64_t library_bytes(Collective collective, int ranks, std::int64_t bytes);

using RulesByRanks = std::map<int, std::vector<MapRule>>;

/// Returns the rules of each collective for each number of ranks, by size.
std::map<Collective, RulesByRanks> rules_by_collective(const SelectionMap& map);

/// The first line of the rules file whose lines end with a limit of requests.
constexpr std::string_view classic_version_2 = "rule-file-version-2";

/// Returns why rules cannot choose the subject; empty if they can. `details` holds algorithm_numbers. Only rules with
/// requests can limit those of an algorithm.
std::string reason_against(const std::string& subject, const nlohmann::json& details,
                           bool with_requests);

/// Returns the rules file of numbers. Those of algorithms come from the library's own enumeration. Both forms are
/// described in Open MPI's coll_tuned_dynamic_file.c.
std::string classic_rules(const SelectionMap& map, const nlohmann::json& details);
std::string classic_rules_2(const SelectionMap& map, const nlohmann::json& details);

/// Returns the rules file for Open MPI 6.x, which has algorithms by name.
std::string json_rules(const SelectionMap& map);

/// Returns what rules files can express, without or with a limit of requests. `details` holds algorithm_numbers.
FormatCapabilities expressible_by_rules(const nlohmann::json& details);
FormatCapabilities expressible_with_requests(const nlohmann::json& details);

/// Returns the variables that make the library load the rules file at the path.
std::map<std::string, std::string> load_rules(const std::string& path);
/// Returns also the variables that make it load HAN's file beside that one.
std::map<std::string, std::string> load_rules_beneath_han(const std::string& path);

}  // namespace tutti::openmpi
