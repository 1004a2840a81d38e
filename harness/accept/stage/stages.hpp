#pragma once

#include <string>

namespace tutti {

class AcceptanceLaunch;

// The stages of an acceptance run, one file each. Each records its rows and returns, at rank 0, a
// line about its result. Collective over the world.

/// Records facts about all hosts, and tells which of them differ.
std::string compare_hosts(AcceptanceLaunch& launch);

/// Checks the collectives of the suite on all ranks, at its sizes and at some others.
std::string prove_collectives(AcceptanceLaunch& launch);

/// Measures each node alone, and names slow ones.
std::string search_nodes(AcceptanceLaunch& launch);

/// Measures pairs of nodes, and names slow nodes, links and groups.
std::string search_pairs(AcceptanceLaunch& launch);

/// Times the collectives of the suite.
std::string time_collectives(AcceptanceLaunch& launch);

/// Times some collectives on half of the nodes, alone and while the others load the network.
std::string time_under_load(AcceptanceLaunch& launch);

}  // namespace tutti
