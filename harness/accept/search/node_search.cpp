#include "harness/accept/search/node_search.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <random>

namespace tutti {
namespace {

constexpr int passes = 3;

/// Returns the nodes that may be slow. Disturbances that come now and then show in the largest cost.
std::vector<int> suspected_nodes(const std::vector<std::vector<double>>& costs,
                                 const SearchGoal& goal) {
  std::vector<double> all;
  for (const auto& of_node : costs) all.insert(all.end(), of_node.begin(), of_node.end());
  const double usual = median(std::move(all));
  std::vector<int> suspects;
  for (std::size_t node = 0; node < costs.size(); ++node)
    if (std::ranges::max(costs[node]) > usual * (1 + goal.margin))
      suspects.push_back(static_cast<int>(node));
  return suspects;
}

}  // namespace

NodeSearchResult search_slow_nodes(NodeMeter& meter, const SearchGoal& goal, std::uint64_t seed) {
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
  const auto suspects = suspected_nodes(result.costs, goal);
  std::vector<int> sound;
  std::ranges::set_difference(all, suspects, std::back_inserter(sound));
  for (const int suspect : suspects) {
    Examination examination(goal);
    auto decision = examination.decision(suspects.size());
    while (!decision && !examination.exhausted() && !sound.empty()) {
      const auto other = std::uniform_int_distribution<std::size_t>(0, sound.size() - 1)(random);
      const auto costs = meter.measure({suspect, sound[other]});
      examination.add(std::log(costs[0] / costs[1]));
      decision = examination.decision(suspects.size());
    }
    if (decision == true) result.named.push_back({suspect, examination.result()});
    if (!decision) result.undecided.push_back({suspect, examination.result()});
  }
  return result;
}

}  // namespace tutti
