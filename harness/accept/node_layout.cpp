#include "harness/accept/node_layout.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "contract/host_info.hpp"

namespace tutti {
namespace {

/// Returns the name by which Slurm knows this node, also in topology.conf; else the host's.
std::string node_name() {
  const char* name = std::getenv("SLURMD_NODENAME");
  return name ? name : host_name();
}

/// Numbers names that occur several times, by numbers that make no other node's name.
std::vector<std::string> unique_names(const std::vector<std::string>& names) {
  std::set<std::string> taken(names.begin(), names.end());
  std::map<std::string, int> count, number;
  for (const auto& name : names) ++count[name];
  std::vector<std::string> unique;
  for (const auto& name : names) {
    std::string own = name;
    while (count[name] > 1 && taken.contains(own)) own = fmt::format("{}-{}", name, ++number[name]);
    taken.insert(own);
    unique.push_back(own);
  }
  return unique;
}

/// Returns at rank 0 the node of each rank, numbered in the order of their first ranks.
std::vector<double> number_nodes(const std::vector<std::string>& identifiers) {
  std::map<std::string, int> numbers;
  std::vector<double> node_of;
  for (const auto& identifier : identifiers)
    node_of.push_back(
        numbers.try_emplace(identifier, static_cast<int>(numbers.size())).first->second);
  return node_of;
}

}  // namespace

int NodeLayout::ranks_per_node() const {
  const auto fewest = std::ranges::min_element(ranks, {}, &std::vector<int>::size);
  return static_cast<int>(fewest->size());
}

bool NodeLayout::is_among_first(int rank, int number) const {
  const auto& of_node = ranks[static_cast<std::size_t>(node_of[static_cast<std::size_t>(rank)])];
  return rank <= of_node[static_cast<std::size_t>(number - 1)];
}

NodeLayout node_layout(const Exchange& exchange) {
  const auto hosts = exchange.collect(node_name());
  // Slurm can run several nodes on one machine.
  const auto identifiers = exchange.collect(network_id() + ' ' + node_name());
  const auto numbers = exchange.share_values(number_nodes(identifiers));
  NodeLayout layout;
  for (const double number : numbers) {
    const auto node = static_cast<std::size_t>(number);
    if (node == layout.ranks.size()) layout.ranks.emplace_back();
    layout.ranks[node].push_back(static_cast<int>(layout.node_of.size()));
    layout.node_of.push_back(static_cast<int>(node));
  }
  std::vector<std::string> names;
  for (const auto& ranks : layout.ranks)
    names.push_back(exchange.rank() == 0 ? hosts[static_cast<std::size_t>(ranks.front())] : "");
  std::string lines;
  for (const auto& name : unique_names(names)) lines += name + '\n';
  lines = exchange.share_text(lines);
  for (std::size_t begin = 0, end; begin < lines.size(); begin = end + 1) {
    end = lines.find('\n', begin);
    layout.names.push_back(lines.substr(begin, end - begin));
  }
  return layout;
}

}  // namespace tutti
