#include "microbench/acceptance/other_rules.hpp"

#include <algorithm>
#include <map>

#include "harness/results/statistics.hpp"

namespace tutti {
namespace {

using Costs = std::map<NodePair, double>;

Costs measured(PairMeter& meter, const std::vector<PairRound>& rounds) {
  Costs costs;
  if (rounds.empty()) return costs;
  const auto by_round = meter.measure(rounds);
  for (std::size_t i = 0; i < rounds.size(); ++i)
    for (std::size_t j = 0; j < rounds[i].size(); ++j) costs[rounds[i][j]] = by_round[i][j];
  return costs;
}

std::vector<NodePair> above(const Costs& costs, double bound) {
  std::vector<NodePair> pairs;
  for (const auto& [pair, cost] : costs)
    if (cost > bound) pairs.push_back(pair);
  return pairs;
}

std::set<Suspect> nodes_and_links(const std::vector<NodePair>& bad, int nodes) {
  std::vector<int> bad_pairs(static_cast<std::size_t>(nodes), 0);
  for (const auto& pair : bad)
    for (const int node : {pair.a, pair.b}) ++bad_pairs[static_cast<std::size_t>(node)];
  std::set<Suspect> named;
  const auto is_bad = [&](int node) {
    return 2 * bad_pairs[static_cast<std::size_t>(node)] > nodes - 1;
  };
  for (int node = 0; node < nodes; ++node)
    if (is_bad(node)) named.insert({SlowKind::node, node});
  for (const auto& pair : bad)
    if (!is_bad(pair.a) && !is_bad(pair.b)) named.insert({SlowKind::link, pair.a, pair.b});
  return named;
}

}  // namespace

std::set<Suspect> clusterkit_rule(PairMeter& meter, double bad_cost, std::mt19937_64& random) {
  const auto costs = measured(meter, all_pairs(meter.nodes(), random));
  const auto smallest =
      std::ranges::min_element(costs, {}, [](const auto& entry) { return entry.second; })->second;
  std::vector<PairRound> again;
  for (const auto& pair : above(costs, bad_cost * smallest)) again.push_back({pair});
  return nodes_and_links(above(measured(meter, again), bad_cost * smallest), meter.nodes());
}

std::set<Suspect> threshold_rule(PairMeter& meter, double bad_cost, std::mt19937_64& random) {
  const auto costs = measured(meter, all_pairs(meter.nodes(), random));
  std::vector<double> values;
  for (const auto& [pair, cost] : costs) values.push_back(cost);
  return nodes_and_links(above(costs, bad_cost * median(std::move(values))), meter.nodes());
}

}  // namespace tutti
