#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "harness/accept/congestion.hpp"
#include "harness/accept/stage/stages.hpp"
#include "harness/accept/timed_collectives.hpp"

namespace tutti {
namespace {

/// Returns the nodes that measure while the others load the network: the first, which records, and
/// drawn others, half of all together.
std::set<int> measuring_nodes(const AcceptanceLaunch& launch) {
  const int nodes = launch.layout().nodes();
  std::vector<int> order(static_cast<std::size_t>(nodes));
  std::iota(order.begin(), order.end(), 0);
  std::mt19937_64 random(launch.seed());
  std::shuffle(order.begin() + 1, order.end(), random);
  return {order.begin(), order.begin() + nodes / 2};
}

}  // namespace

std::string time_under_load(AcceptanceLaunch& launch) {
  if (launch.layout().nodes() < nodes_to_compare_pairs) return "fewer than four nodes: left out";
  const auto nodes = measuring_nodes(launch);
  const bool measures = launch.is_first_of_node() && nodes.contains(launch.node());
  const bool loads = launch.is_first_of_node() && !nodes.contains(launch.node());
  const auto measuring = part_of(launch.world(), measures);
  const auto loading = part_of(launch.world(), loads);
  const auto ranks = RanksOfSuite::one_per_node;
  for (const std::string load : {"idle", "congested"}) {
    const auto points =
        missing_points(launch, launch.suite().loaded, ranks, static_cast<int>(nodes.size()), load);
    if (points.empty()) continue;
    const bool congested = loads && load == "congested";
    const Congestion congestion(launch.world(), congested ? loading.get() : MPI_COMM_NULL);
    if (measures)
      time_points(launch, points, ranks, load, measuring.get(), launch.suite().loaded_s / 2);
    congestion.end();
  }
  return fmt::format("{} of {} nodes, the others loading the network", nodes.size(),
                     launch.layout().nodes());
}

}  // namespace tutti
