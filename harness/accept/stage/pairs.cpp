#include <cmath>
#include <random>

#include "harness/accept/acceptance_launch.hpp"
#include "harness/accept/journaled_meters.hpp"
#include "harness/accept/mpi_pair_meter.hpp"
#include "harness/accept/search/slow_search.hpp"
#include "harness/accept/stage/stages.hpp"

namespace tutti {
namespace {

std::vector<std::string> hosts_of(const Suspect& suspect, const AcceptanceLaunch& launch) {
  if (suspect.kind == SlowKind::node) return {launch.name_of(suspect.number)};
  if (suspect.kind == SlowKind::link)
    return {launch.name_of(suspect.number), launch.name_of(suspect.other)};
  std::vector<std::string> hosts;
  for (int node = 0; node < launch.layout().nodes(); ++node)
    if (launch.topology().groups[static_cast<std::size_t>(node)] == suspect.number)
      hosts.push_back(launch.name_of(node));
  return hosts;
}

void record(const PairTest& test, const std::vector<PairCost>& costs, AcceptanceLaunch& launch) {
  const bool latency = test.measure == "latency";
  for (const auto& [pair, log_cost] : costs) {
    const double us = std::exp(log_cost);
    const double bytes = static_cast<double>(test.bytes) * test.ranks_per_node;
    launch.file().append(Figure{.of = {.measure = test.measure,
                                       .hosts = {launch.name_of(pair.a), launch.name_of(pair.b)},
                                       .bytes = test.bytes,
                                       .ranks = 2 * test.ranks_per_node,
                                       .ranks_per_node = test.ranks_per_node,
                                       .unit = latency ? "us" : "GB/s"},
                                .launch = launch.number(),
                                .samples = {latency ? us : bytes / us / 1e3}});
  }
}

/// Measures all pairs once, where there are too few nodes to compare them.
std::vector<PairCost> costs_of_all_pairs(PairMeter& meter, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto rounds = all_pairs(meter.nodes(), random);
  const auto costs = meter.measure(rounds);
  std::vector<PairCost> pairs;
  for (std::size_t i = 0; i < rounds.size(); ++i)
    for (std::size_t j = 0; j < rounds[i].size(); ++j)
      pairs.push_back({rounds[i][j], std::log(costs[i][j])});
  return pairs;
}

/// The name of the test's search, by which its costs are recorded.
std::string search_name(const PairTest& test) {
  return fmt::format("{} {}", test.measure, test.ranks_per_node);
}

void search(const PairTest& test, PairMeter& meter, AcceptanceLaunch& launch, FoundSlow& found) {
  auto time = launch.begin_search(search_name(test));
  if (meter.nodes() < nodes_to_compare_pairs)
    return record(test, costs_of_all_pairs(meter, launch.seed()), launch);
  auto goal = search_goal(test.measure);
  goal.trials_max = launch.suite().trials_max;
  goal.searches = searches_of(launch);
  goal.time_is_up = [&] { return time.is_up(); };
  const auto result = search_slow(meter, launch.topology().groups,
                                  {.goal = goal,
                                   .one_at_a_time = launch.nodes_share_cores(),
                                   .partners = launch.options().partners,
                                   .seed = launch.seed()});
  record(test, result.costs, launch);
  for (const auto& named : result.named)
    found.add(name(named.suspect.kind), hosts_of(named.suspect, launch), test.measure,
              named.trials);
  for (const auto& open : result.undecided)
    found.leave_open(name(open.suspect.kind), hosts_of(open.suspect, launch), test.measure,
                     open.trials);
}

}  // namespace

std::string search_pairs(AcceptanceLaunch& launch) {
  const auto& layout = launch.layout();
  if (layout.nodes() < 2) return "one node: no pairs";
  std::vector<PairTest> tests{latency_test(), bandwidth_test(1)};
  if (layout.ranks_per_node() > 1) tests.push_back(bandwidth_test(layout.ranks_per_node()));
  FoundSlow found(launch);
  for (const auto& test : tests) {
    MpiPairMeter meter(launch.world(), layout, test);
    search_with(launch, meter, [&] {
      JournaledPairMeter journaled(meter, launch.file(), search_name(test));
      search(test, journaled, launch, found);
    });
  }
  if (layout.nodes() < nodes_to_compare_pairs)
    return "fewer than four nodes: nothing to compare a pair with";
  return found.summary("no slow node, link or group");
}

}  // namespace tutti
