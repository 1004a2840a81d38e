#pragma once

#include <set>

#include "harness/accept/search/pair_meter.hpp"
#include "harness/accept/search/slow_search.hpp"

namespace tutti {

/// Names what is slow as ClusterKit does (its documentation, 1.12): all pairs in rounds, once; a
/// latency is bad above 2.1 times the smallest, a bandwidth below 93 % of the largest; bad pairs
/// are tested again. It names pairs; to compare it, a node is taken as named if most of its pairs
/// are, and its pairs no longer count as links then. `bad_cost` is the bound, as a multiple of the
/// smallest cost.
std::set<Suspect> clusterkit_rule(PairMeter& meter, double bad_cost, std::mt19937_64& random);

/// Names each pair whose cost in one pass exceeds that multiple of the median, and nodes as above.
std::set<Suspect> threshold_rule(PairMeter& meter, double bad_cost, std::mt19937_64& random);

}  // namespace tutti
