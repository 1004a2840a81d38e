/// A file that tells which nodes are connected to which switch, as Slurm's topology.conf.
#include "harness/accept/switch_topology.hpp"

#include <algorithm>

#include "fuzz/target.hpp"

static void try_switch_topology(std::string_view input) {
  using namespace tutti;
  const auto topology = fuzz::accepted([&] {
    return read_switch_topology(fuzz::file_with(input), {"n1", "n2", "n3"});
  });
  if (!topology) return;
  const auto has_name = [&](int group) {
    return group >= 0 && group < static_cast<int>(topology->names.size());
  };
  fuzz::require(topology->groups.size() == 3 && std::ranges::all_of(topology->groups, has_name),
                "a node has no switch");
}

FUZZ_TARGET(switch_topology){try_switch_topology};
