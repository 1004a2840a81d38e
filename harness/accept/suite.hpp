#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "contract/collective.hpp"

namespace tutti {

/// The ranks that take part in a collective.
enum class RanksOfSuite {
  one_per_node,
  all,
  odd,  ///< one per node, of so many nodes that their number is odd
};

/// A collective of a suite, with its sizes in bytes of one block, as in Point.
struct SuiteCollective {
  Collective collective;
  std::vector<std::int64_t> bytes;
  std::vector<RanksOfSuite> ranks = {RanksOfSuite::one_per_node, RanksOfSuite::all};
};

/// What an acceptance run measures.
struct Suite {
  std::string_view name;
  std::string_view description;
  /// That a launch should take, if that is limited: the trials of suspects share what collectives
  /// and first looks at all nodes and pairs leave of it.
  std::optional<double> seconds;
  double collectives_s;  ///< for all collectives of a launch together
  double loaded_s;       ///< for those that are measured again under load, and without it
  int trials_max;        ///< of each node or link that may be slow
  std::vector<SuiteCollective> collectives;
  std::vector<SuiteCollective> in_node;  ///< of the ranks of each node alone
  std::vector<SuiteCollective> loaded;   ///< measured again while other nodes load the network
};

std::span<const Suite> suites();

/// Throws UsageError that lists the names if there is none.
const Suite& suite_named(std::string_view name);

}  // namespace tutti
