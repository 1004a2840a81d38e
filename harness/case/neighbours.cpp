#include "harness/case/neighbours.hpp"

#include <algorithm>

#include "contract/splitmix.hpp"
#include "contract/torus.hpp"

namespace tutti {
namespace {

/// Returns the neighbours of a rank in both directions of each dimension; -1 beyond an edge.
std::vector<int> grid_neighbours(const Grid& grid, int rank) {
  const Torus torus(grid.extents);
  std::vector<int> neighbours;
  for (int dimension = 0; dimension < torus.dimensions(); ++dimension) {
    const int extent = torus.extent(dimension), at = torus.coordinate(rank, dimension);
    const bool wraps = grid.periodic[static_cast<std::size_t>(dimension)] != 0;
    for (const int step : {-1, 1}) {
      const int wanted = at + step, there = (wanted + extent) % extent;
      neighbours.push_back(wanted == there || wraps ? rank + (there - at) * torus.stride(dimension)
                                                    : -1);
    }
  }
  return neighbours;
}

}  // namespace

bool has_topology(Group group) {
  return group == Group::grid || group == Group::line || group == Group::box ||
         group == Group::graph;
}

Grid grid_of(Group group, int ranks) {
  if (group == Group::line) return {{ranks}, {0}};
  if (group == Group::box) return {even_extents(ranks, 3), {0, 1, 1}};
  auto extents = even_extents(ranks, 2);
  std::ranges::reverse(extents);
  return {std::move(extents), {1, 1}};
}

std::vector<std::pair<int, int>> graph_edges(int ranks) {
  constexpr int draws_per_rank = 3;
  const int connected = ranks > 2 ? ranks - 1 : ranks;
  const bool twice = ranks % 2 == 0;
  RandomSequence draws(mix(static_cast<std::uint64_t>(ranks), 0));
  const int one_way = ranks > 3 ? 1 : 0;  // ranks that only send, and as many that only receive
  const auto draw = [&] {
    return static_cast<int>(draws.below(static_cast<std::uint64_t>(connected - one_way)));
  };
  std::vector<std::pair<int, int>> edges;
  for (int i = 0; i < draws_per_rank * connected; ++i) {
    const std::pair<int, int> edge{draw(), one_way + draw()};
    if (twice || std::ranges::find(edges, edge) == edges.end()) edges.push_back(edge);
  }
  return edges;
}

std::vector<int> destinations_of(Group group, int ranks, int rank) {
  if (group != Group::graph) return grid_neighbours(grid_of(group, ranks), rank);
  std::vector<int> destinations;
  for (const auto& [from, to] : graph_edges(ranks))
    if (from == rank) destinations.push_back(to);
  return destinations;
}

std::vector<ReceivedBlock> sources_of(Group group, int ranks, int rank) {
  std::vector<ReceivedBlock> sources;
  if (group != Group::graph) {
    int block = 0;
    for (const int neighbour : grid_neighbours(grid_of(group, ranks), rank))
      sources.push_back({neighbour, block++ ^ 1});
    return sources;
  }
  std::vector<int> sent(static_cast<std::size_t>(ranks));
  for (const auto& [from, to] : graph_edges(ranks)) {
    const int block = sent[static_cast<std::size_t>(from)]++;
    if (to == rank) sources.push_back({from, block});
  }
  return sources;
}

}  // namespace tutti
