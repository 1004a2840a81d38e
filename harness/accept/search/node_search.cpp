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
std::vector<int> suspected_nodes(const CostsOfNodes& costs, const std::vector<int>& fastest,
                                 double margin, Slowness slowness) {
  std::vector<double> of_fastest;
  for (const int node : fastest)
    of_fastest.push_back(median(costs[static_cast<std::size_t>(node)]));
  const double usual = median(std::move(of_fastest));
  const auto telling = [&](const std::vector<double>& of_node) {
    return slowness == Slowness::steady ? median(of_node) : std::ranges::max(of_node);
  };
  std::vector<int> suspects;
  for (int node = 0; std::cmp_less(node, costs.size()); ++node)
    if (std::ranges::find(fastest, node) == fastest.end() &&
        telling(costs[static_cast<std::size_t>(node)]) > usual * (1 + margin))
      suspects.push_back(node);
  return suspects;
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
  for (const int suspect : suspects) {
    Examination examination(goal, suspects.size());
    while (!examination.is_over()) {
      const auto i = std::uniform_int_distribution<std::size_t>(0, fastest.size() - 1)(random);
      const bool first = random() % 2 == 0;  // where nodes share cores, they are measured in turn
      const auto costs =
          first ? meter.measure({suspect, fastest[i]}) : meter.measure({fastest[i], suspect});
      examination.add((first ? 1 : -1) * std::log(costs[0] / costs[1]));
    }
    if (examination.is_slow())
      result.named.push_back({suspect, examination.result()});
    else if (!examination.is_sound())
      result.undecided.push_back({suspect, examination.result()});
  }
  return result;
}

}  // namespace tutti
