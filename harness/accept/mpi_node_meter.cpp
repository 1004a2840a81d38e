#include "harness/accept/mpi_node_meter.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "harness/accept/orders.hpp"
#include "harness/results/statistics.hpp"

namespace tutti {

double figure_of_cost(NodeProbe probe, double cost) {
  return probe == NodeProbe::memory_bandwidth ? 1 / cost : cost;
}

MpiNodeMeter::MpiNodeMeter(const Exchange& exchange, const NodeLayout& layout, NodeProbe probe,
                           int at_once)
    : exchange_(exchange), layout_(layout), probe_(probe), at_once_(at_once) {
  assert(at_once > 0);
}

/// All nodes are measured by as many ranks, also where some have more.
bool MpiNodeMeter::takes_part(int rank) const {
  const auto node = static_cast<std::size_t>(layout_.node_of[static_cast<std::size_t>(rank)]);
  const int number = probe_ == NodeProbe::memory_bandwidth ? layout_.ranks_per_node() : 1;
  return rank <= layout_.ranks[node][static_cast<std::size_t>(number - 1)];
}

/// Returns this rank's part of the figure, if its node is among those, else nothing.
std::vector<double> MpiNodeMeter::take_part(const std::vector<double>& nodes) {
  const int node = layout_.node_of[static_cast<std::size_t>(exchange_.rank())];
  if (std::ranges::find(nodes, node) == nodes.end() || !takes_part(exchange_.rank())) return {};
  if (probe_ == NodeProbe::memory_bandwidth) {
    if (!memory_) memory_.emplace();
    return {median(memory_->samples())};
  }
  const auto shares = stolen_time_samples();
  return {std::accumulate(shares.begin(), shares.end(), 0.0) / static_cast<double>(shares.size())};
}

std::vector<double> MpiNodeMeter::measure(const std::vector<int>& nodes) {
  std::vector<double> costs;
  for (std::size_t begin = 0; begin < nodes.size(); begin += static_cast<std::size_t>(at_once_)) {
    const auto end = std::min(nodes.size(), begin + static_cast<std::size_t>(at_once_));
    const std::vector<double> part(nodes.begin() + static_cast<std::ptrdiff_t>(begin),
                                   nodes.begin() + static_cast<std::ptrdiff_t>(end));
    const auto by_rank =
        give_order(exchange_, part, [&](const auto& numbers) { return take_part(numbers); });
    for (const double node : part) {
      double sum = 0;
      for (const int rank : layout_.ranks[static_cast<std::size_t>(node)])
        for (const double value : by_rank[static_cast<std::size_t>(rank)]) sum += value;
      costs.push_back(probe_ == NodeProbe::memory_bandwidth ? 1 / sum : 1 + sum);
    }
  }
  return costs;
}

void MpiNodeMeter::follow() {
  follow_orders(exchange_, [&](const auto& nodes) { return take_part(nodes); });
}

void MpiNodeMeter::stop() { end_orders(exchange_); }

}  // namespace tutti
