#include <algorithm>
#include <memory>

#include "contract/host_info.hpp"
#include "harness/accept/acceptance_launch.hpp"
#include "harness/accept/journaled_meters.hpp"
#include "harness/accept/mpi_node_meter.hpp"
#include "harness/accept/stage/stages.hpp"
#include "harness/accept/timed_collectives.hpp"

namespace tutti {
namespace {

/// One thing that is measured of nodes.
struct NodeTest {
  std::string name;
  Measurand of;
  std::unique_ptr<NodeProbe> probe;
  double smallest, margin;  ///< see SearchGoal
  Slowness slowness = Slowness::steady;
  bool fills_machine = true;  ///< nodes that share cores cannot be measured at once
};

NodeTest memory_test(const AcceptanceLaunch& launch) {
  return {.name = "memory_bandwidth",
          .of = {.measure = "memory_bandwidth", .unit = "GB/s"},
          .probe = std::make_unique<MemoryBandwidth>(launch.layout().ranks_per_node()),
          .smallest = 0.2,
          .margin = 0.1};
}

NodeTest slowdown_test() {
  return {.name = "slowdown",
          .of = {.measure = "slowdown", .unit = "1"},
          .probe = std::make_unique<Slowdown>(),
          .smallest = 0.05,
          .margin = 0.02,
          .slowness = Slowness::now_and_then,
          .fills_machine = false};
}

/// Returns the test of a collective over the ranks of each node; nothing, which is told, if it is
/// wrong there. What is as short as a latency varies as one.
std::optional<NodeTest> collective_test(AcceptanceLaunch& launch, Collective collective,
                                        std::int64_t bytes) {
  auto probe = std::make_unique<InNodeCollective>(launch, collective, bytes);
  const std::string measure(name(collective));
  const auto title = fmt::format("in-node {} of {} bytes", measure, bytes);
  if (const auto complaint = probe->complaint(launch.world()); !complaint.empty()) {
    launch.say("             {} was not timed: {}", title, complaint);
    if (launch.is_recorder())
      launch.file().append(CollectiveProof{.collective = measure,
                                           .cases = 1,
                                           .failures = 1,
                                           .failing_case = complaint,
                                           .launch = launch.number()});
    return {};
  }
  const bool is_short = bytes < 1024;
  return NodeTest{.name = title,
                  .of = {.measure = measure, .bytes = bytes},
                  .probe = std::move(probe),
                  .smallest = is_short ? 0.5 : 0.2,
                  .margin = is_short ? 0.25 : 0.1};
}

std::vector<NodeTest> tests_of(AcceptanceLaunch& launch) {
  std::vector<NodeTest> tests;
  tests.push_back(memory_test(launch));
  if (launch.layout().ranks_per_node() > 1)
    for (const auto& [collective, sizes, ranks] : launch.suite().in_node)
      for (const auto bytes : sizes)
        if (auto test = collective_test(launch, collective, bytes))
          tests.push_back(std::move(*test));
  tests.push_back(slowdown_test());
  return tests;
}

/// Returns how many nodes can be measured at once.
int nodes_at_once(const AcceptanceLaunch& launch, const NodeTest& test) {
  if (!launch.nodes_share_cores()) return launch.layout().nodes();
  return test.fills_machine ? 1 : std::max(1, cores_of_launch() / 2);
}

NodeSearchResult search(NodeMeter& meter, const NodeTest& test, AcceptanceLaunch& launch) {
  auto time = launch.begin_search(test.name);
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
    Figure figure{.of = test.of, .launch = launch.number()};
    figure.of.hosts = {launch.layout().names[node]};
    figure.of.ranks = figure.of.ranks_per_node = test.probe->ranks();
    for (const double cost : result.costs[node]) figure.samples.push_back(test.probe->figure(cost));
    launch.file().append(figure);
  }
}

}  // namespace

std::string search_nodes(AcceptanceLaunch& launch) {
  FoundSlow found(launch);
  for (const auto& test : tests_of(launch)) {
    MpiNodeMeter meter(launch.world(), launch.layout(), *test.probe, nodes_at_once(launch, test));
    search_with(launch, meter, [&] {
      JournaledNodeMeter journaled(meter, launch.file(), test.name);
      const auto result = search(journaled, test, launch);
      record(test, result, launch);
      for (const auto& named : result.named)
        found.add("node", {launch.name_of(named.suspect.number)}, test.name, named.trials);
      for (const auto& open : result.undecided)
        found.leave_open("node", {launch.name_of(open.suspect.number)}, test.name, open.trials);
    });
  }
  return found.summary("no slow node");
}

}  // namespace tutti
