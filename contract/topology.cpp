#include "contract/topology.hpp"

#include <cassert>
#include <utility>

namespace tutti {
namespace {

constexpr int directions = 2;

std::vector<Topology::Exchange> exchanges_with(const std::vector<int>& neighbours) {
  std::vector<Topology::Exchange> exchanges;
  for (std::size_t block = 0; block < neighbours.size(); ++block)
    if (neighbours[block] >= 0) exchanges.push_back({neighbours[block], static_cast<int>(block)});
  return exchanges;
}

}  // namespace

Topology Topology::grid(std::vector<int> extents, std::vector<int> periodic) {
  assert(extents.size() == periodic.size());
  Topology topology;
  topology.is_grid_ = true;
  topology.extents_ = std::move(extents);
  topology.periodic_ = std::move(periodic);
  return topology;
}

Topology Topology::graph(std::map<int, Neighbours> known) {
  Topology topology;
  topology.known_ = std::move(known);
  return topology;
}

Topology Topology::graph(int ranks, const std::vector<std::pair<int, int>>& edges) {
  std::map<int, Neighbours> neighbours;
  for (int rank = 0; rank < ranks; ++rank) neighbours[rank] = {};
  for (const auto& [from, to] : edges) {
    neighbours.at(from).destinations.push_back(to);
    neighbours.at(to).sources.push_back(from);
  }
  return graph(std::move(neighbours));
}

std::vector<int> Topology::grid_neighbours(int rank) const {
  const Torus torus(extents_);
  std::vector<int> neighbours;
  for (int dimension = 0; dimension < torus.dimensions(); ++dimension)
    for (const int step : {-1, 1}) {
      const int extent = torus.extent(dimension), at = torus.coordinate(rank, dimension);
      const int there = (at + step + extent) % extent;
      const bool inside = at + step == there || is_periodic(dimension);
      neighbours.push_back(inside ? rank + (there - at) * torus.stride(dimension) : -1);
    }
  return neighbours;
}

Neighbours Topology::neighbours_of(int rank) const {
  if (!is_grid_) return known_.at(rank);
  const auto neighbours = grid_neighbours(rank);
  return {neighbours, neighbours};
}

int Topology::blocks_sent_by(int rank) const {
  return static_cast<int>(is_grid_ ? directions * extents_.size()
                                   : known_.at(rank).destinations.size());
}

int Topology::blocks_received_by(int rank) const {
  return static_cast<int>(is_grid_ ? directions * extents_.size() : known_.at(rank).sources.size());
}

std::vector<Topology::Exchange> Topology::sent_by(int rank) const {
  return exchanges_with(neighbours_of(rank).destinations);
}

std::vector<Topology::Exchange> Topology::received_by(int rank) const {
  auto sources = neighbours_of(rank).sources;
  if (!is_grid_) return exchanges_with(sources);
  for (std::size_t i = 0; i < sources.size(); i += directions)
    std::swap(sources[i], sources[i + 1]);
  auto exchanges = exchanges_with(sources);
  for (auto& exchange : exchanges) exchange.block ^= 1;
  return exchanges;
}

}  // namespace tutti
