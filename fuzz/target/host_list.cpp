/// A list of hosts, as Slurm writes it.
#include <fmt/ranges.h>

#include <vector>

#include "fuzz/target.hpp"
#include "harness/accept/switch_topology.hpp"

static void try_host_list(std::string_view input) {
  using namespace tutti;
  fuzz::expect_round_trip(
      input, [](const std::string& text) { return expanded_host_list(text); },
      [](const std::vector<std::string>& hosts) {
        return fmt::format("{}", fmt::join(hosts, ","));
      });
}

FUZZ_TARGET(host_list){try_host_list};
