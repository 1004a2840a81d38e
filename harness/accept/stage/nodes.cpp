#include <algorithm>

#include "contract/host_info.hpp"
#include "harness/accept/acceptance_launch.hpp"
#include "harness/accept/journaled_meters.hpp"
#include "harness/accept/mpi_node_meter.hpp"
#include "harness/accept/stage/stages.hpp"

namespace tutti {
namespace {

/// One thing that is measured of nodes.
struct NodeTest {
  NodeProbe probe;
  std::string measure;
  std::string unit;
  double smallest, margin;  ///< see SearchGoal
  Slowness slowness;
};

const NodeTest tests[]{
    {NodeProbe::memory_bandwidth, "memory_bandwidth", "GB/s", 0.2, 0.1, Slowness::steady},
    {NodeProbe::slowdown, "slowdown", "1", 0.05, 0.02, Slowness::now_and_then}};

/// Returns how many nodes can be measured at once.
int nodes_at_once(const AcceptanceLaunch& launch, NodeProbe probe) {
  if (!launch.nodes_share_cores()) return launch.layout().nodes();
  return probe == NodeProbe::memory_bandwidth ? 1 : std::max(1, cores_of_launch() / 2);
}

NodeSearchResult search(NodeMeter& meter, const NodeTest& test, AcceptanceLaunch& launch) {
  auto time = launch.begin_search(test.measure);
  if (meter.nodes() >= nodes_to_compare)
    return search_slow_nodes(meter,
                             {.smallest = test.smallest,
                              .margin = test.margin,
                              .searches = searches_of(launch),
                              .trials_max = launch.suite().trials_max,
                              .time_is_up = [&] { return time.is_up(); }},
                             test.slowness, launch.seed());
  NodeSearchResult result;
  for (int node = 0; node < meter.nodes(); ++node) result.costs.push_back(meter.measure({node}));
  return result;
}

void record(const NodeTest& test, const NodeSearchResult& result, AcceptanceLaunch& launch) {
  for (std::size_t node = 0; node < result.costs.size(); ++node) {
    const int ranks =
        test.probe == NodeProbe::memory_bandwidth ? launch.layout().ranks_per_node() : 1;
    Figure figure{.of = {.measure = test.measure,
                         .hosts = {launch.layout().names[node]},
                         .ranks = ranks,
                         .ranks_per_node = ranks,
                         .unit = test.unit},
                  .launch = launch.number()};
    for (const double cost : result.costs[node])
      figure.samples.push_back(figure_of_cost(test.probe, cost));
    launch.file().append(figure);
  }
}

}  // namespace

std::string search_nodes(AcceptanceLaunch& launch) {
  FoundSlow found(launch);
  for (const auto& test : tests) {
    MpiNodeMeter meter(launch.world(), launch.layout(), test.probe,
                       nodes_at_once(launch, test.probe));
    search_with(launch, meter, [&] {
      JournaledNodeMeter journaled(meter, launch.file(), test.measure);
      const auto result = search(journaled, test, launch);
      record(test, result, launch);
      for (const auto& named : result.named)
        found.add("node", {launch.name_of(named.suspect.number)}, test.measure, named.trials);
      for (const auto& open : result.undecided)
        found.leave_open("node", {launch.name_of(open.suspect.number)}, test.measure, open.trials);
    });
  }
  return found.summary("no slow node");
}

}  // namespace tutti
