#include "harness/accept/search/pair_effects.hpp"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include "harness/results/statistics.hpp"

namespace tutti {
namespace {

/// The quantile that is taken as usual for the pairs of one node or group. Below the median, since
/// half of them may be slow because of the other side, as with three groups, one of which is slow,
/// and a few more for other reasons.
constexpr double usual_quantile = 1.0 / 3;

using Values = std::vector<double>;

std::optional<double> usual(Values values) {
  if (values.empty()) return {};
  std::ranges::sort(values);
  return quantile(values, usual_quantile);
}

/// Returns each value's excess over the median of those that there are, and 0 for the others.
Values excesses(const std::vector<std::optional<double>>& values) {
  Values known;
  for (const auto& value : values)
    if (value) known.push_back(*value);
  Values result(values.size(), 0);
  if (known.empty()) return result;
  const double middle = median(std::move(known));
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i]) result[i] = *values[i] - middle;
  return result;
}

void subtract_median(Values& values) {
  if (values.empty()) return;
  const double middle = median(values);
  for (auto& value : values) value -= middle;
}

}  // namespace

bool within_one_group(const NodeGroups& groups, const NodePair& pair) {
  return groups.empty() ||
         groups[static_cast<std::size_t>(pair.a)] == groups[static_cast<std::size_t>(pair.b)];
}

PairEffects fit_pair_effects(int nodes, const NodeGroups& groups, std::span<const PairCost> costs) {
  assert(groups.empty() || std::cmp_equal(groups.size(), nodes));
  const int group_count = groups.empty() ? 0 : std::ranges::max(groups) + 1;
  const auto group = [&](int node) {
    return static_cast<std::size_t>(groups[static_cast<std::size_t>(node)]);
  };
  std::vector<Values> within(static_cast<std::size_t>(nodes)), across(within.size()),
      out_of_group(static_cast<std::size_t>(group_count));
  std::vector<int> size_of(out_of_group.size(), 0);
  for (const int number : groups) ++size_of[static_cast<std::size_t>(number)];
  for (const auto& [pair, log_cost] : costs) {
    const bool is_within = within_one_group(groups, pair);
    for (const int node : {pair.a, pair.b}) {
      (is_within ? within : across)[static_cast<std::size_t>(node)].push_back(log_cost);
      if (!is_within) out_of_group[group(node)].push_back(log_cost);
    }
  }
  const auto is_alone = [&](int node) { return !groups.empty() && size_of[group(node)] == 1; };
  std::vector<std::optional<double>> nodes_within, nodes_across, ways_out;
  for (const auto& values : within) nodes_within.push_back(usual(values));
  for (const auto& values : across) nodes_across.push_back(usual(values));
  for (std::size_t i = 0; i < out_of_group.size(); ++i)
    ways_out.push_back(size_of[i] > 1 ? usual(out_of_group[i]) : std::nullopt);
  PairEffects fit{.nodes = excesses(nodes_within), .groups = excesses(ways_out)};
  const auto of_nodes_across = excesses(nodes_across);
  for (int node = 0; node < nodes; ++node)
    if (is_alone(node))
      fit.nodes[static_cast<std::size_t>(node)] = of_nodes_across[static_cast<std::size_t>(node)];
  // With two groups, all pairs across are of both, and nothing tells which of them is slow.
  if (group_count == 2) fit.groups.assign(2, 0);

  Values residuals_within, residuals_across;
  for (const auto& [pair, log_cost] : costs) {
    const double expected = std::max(fit.nodes[static_cast<std::size_t>(pair.a)],
                                     fit.nodes[static_cast<std::size_t>(pair.b)]);
    if (within_one_group(groups, pair))
      residuals_within.push_back(log_cost - expected);
    else
      residuals_across.push_back(log_cost - expected -
                                 std::max(fit.groups[group(pair.a)], fit.groups[group(pair.b)]));
  }
  subtract_median(residuals_within);
  subtract_median(residuals_across);
  auto next_within = residuals_within.begin(), next_across = residuals_across.begin();
  for (const auto& cost : costs)
    fit.residuals.push_back(within_one_group(groups, cost.pair) ? *next_within++ : *next_across++);
  return fit;
}

}  // namespace tutti
