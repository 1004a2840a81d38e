#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tutti {

/// Returns facts about this host that should not differ between the nodes of a cluster, each with
/// its name: what runs (kernel, MPI library, UCX), what it runs on (processor, cores, memory), how
/// it is set up (clock source, frequency governor, huge pages), and the limits of processes. A fact
/// that the system does not tell has the value `unknown`.
std::vector<std::pair<std::string, std::string>> facts_of_this_host();

}  // namespace tutti
