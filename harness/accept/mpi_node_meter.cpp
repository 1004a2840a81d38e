#include "harness/accept/mpi_node_meter.hpp"

#include <algorithm>
#include <cassert>

#include "harness/accept/orders.hpp"

namespace tutti {

MpiNodeMeter::MpiNodeMeter(const Exchange& exchange, const NodeLayout& layout, NodeProbe& probe,
                           int at_once)
    : exchange_(exchange), layout_(layout), probe_(probe), at_once_(at_once) {
  assert(at_once > 0);
}

/// Returns this rank's part of the figure, if its node is among those and it takes part.
std::vector<double> MpiNodeMeter::take_part(const std::vector<double>& nodes) {
  const int node = layout_.node_of[static_cast<std::size_t>(exchange_.rank())];
  if (std::ranges::find(nodes, node) == nodes.end()) return {};
  if (!layout_.is_among_first(exchange_.rank(), probe_.ranks())) return {};
  return probe_.measure();
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
      costs.push_back(probe_.cost(sum));
    }
  }
  return costs;
}

void MpiNodeMeter::follow() {
  follow_orders(exchange_, [&](const auto& nodes) { return take_part(nodes); });
}

void MpiNodeMeter::stop() { end_orders(exchange_); }

}  // namespace tutti
