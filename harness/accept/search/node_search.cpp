#include "harness/accept/search/node_search.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <random>
#include <utility>

namespace tutti {
namespace {

constexpr int passes = 3;

using CostsOfNodes = std::vector<std::vector<double>>;

/// Returns the half of the nodes whose usual costs are the least. They are compared with, whatever
/// disturbs the others.
std::vector<int> fastest_half(const CostsOfNodes& costs) {
  std::vector<int> nodes(costs.size());
  std::iota(nodes.begin(), nodes.end(), 0);
  std::ranges::stable_sort(nodes, {},
                           [&](int node) { return median(costs[static_cast<std::size_t>(node)]); });
  nodes.resize((nodes.size() + 1) / 2);
  return nodes;
}

/// Returns the other nodes that may be slow.
std::vector<Suspect> suspected_nodes(const CostsOfNodes& costs, const std::vector<int>& fastest,
                                     double margin, Slowness slowness) {
  std::vector<double> of_fastest;
  for (const int node : fastest)
    of_fastest.push_back(median(costs[static_cast<std::size_t>(node)]));
  const double usual = median(std::move(of_fastest));
  const auto telling = [&](const std::vector<double>& of_node) {
    return slowness == Slowness::steady ? median(of_node) : std::ranges::max(of_node);
  };
  std::vector<Suspect> suspects;
  for (int node = 0; std::cmp_less(node, costs.size()); ++node)
    if (std::ranges::find(fastest, node) == fastest.end() &&
        telling(costs[static_cast<std::size_t>(node)]) > usual * (1 + margin))
      suspects.push_back({SlowKind::node, node});
  return suspects;
}

/// Measures the suspects and a node that they are compared with, in drawn order, since nodes that
/// share cores are measured in turn. Returns how much more each suspect costs, as a logarithm.
std::vector<double> trial(NodeMeter& meter, const std::vector<Suspect>& suspects, int compared,
                          std::mt19937_64& random) {
  std::vector<int> nodes{compared};
  for (const auto& suspect : suspects) nodes.push_back(suspect.number);
  std::vector<std::size_t> order(nodes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::shuffle(order, random);
  std::vector<int> drawn;
  for (const auto i : order) drawn.push_back(nodes[i]);
  const auto costs = meter.measure(drawn);
  std::vector<double> log_costs(nodes.size());
  for (std::size_t i = 0; i < order.size(); ++i) log_costs[order[i]] = std::log(costs[i]);
  std::vector<double> log_excesses;
  for (std::size_t i = 1; i < nodes.size(); ++i)
    log_excesses.push_back(log_costs[i] - log_costs.front());
  return log_excesses;
}

}  // namespace

NodeSearchResult search_slow_nodes(NodeMeter& meter, const SearchGoal& goal, Slowness slowness,
                                   std::uint64_t seed) {
  assert(meter.nodes() >= 3);
  std::mt19937_64 random(seed);
  NodeSearchResult result;
  result.costs.resize(static_cast<std::size_t>(meter.nodes()));
  std::vector<int> all(result.costs.size());
  std::iota(all.begin(), all.end(), 0);
  for (int pass = 0; pass < passes; ++pass) {
    const auto costs = meter.measure(all);
    for (std::size_t node = 0; node < costs.size(); ++node)
      result.costs[node].push_back(costs[node]);
  }
  const auto fastest = fastest_half(result.costs);
  const auto suspects = suspected_nodes(result.costs, fastest, goal.margin, slowness);
  OpenSuspects open(suspects, goal);
  std::uniform_int_distribution<std::size_t> any(0, fastest.size() - 1);
  while (!open.empty())
    open.add_trials(trial(meter, open.suspects(), fastest[any(random)], random));
  static_cast<ExaminedSuspects&>(result) = open.results();
  return result;
}

}  // namespace tutti
