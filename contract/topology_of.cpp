#include "contract/topology_of.hpp"

#include <utility>

#include "contract/mpi_error.hpp"

namespace tutti {
namespace {

std::vector<int> list_of(int length) { return std::vector<int>(static_cast<std::size_t>(length)); }

Topology grid_of(MPI_Comm comm, int dimensions) {
  auto extents = list_of(dimensions), periodic = extents, coordinates = extents;
  check(PMPI_Cart_get(comm, dimensions, extents.data(), periodic.data(), coordinates.data()));
  return Topology::grid(std::move(extents), std::move(periodic));
}

#ifndef TUTTI_SIMULATED  // SMPI has no graphs

Topology with_neighbours(MPI_Comm comm, Neighbours neighbours) {
  int rank = 0;
  check(PMPI_Comm_rank(comm, &rank));
  return Topology::graph({{rank, std::move(neighbours)}});
}

Topology graph_of(MPI_Comm comm) {
  int rank = 0, degree = 0;
  check(PMPI_Comm_rank(comm, &rank));
  check(PMPI_Graph_neighbors_count(comm, rank, &degree));
  auto neighbours = list_of(degree);
  check(PMPI_Graph_neighbors(comm, rank, degree, neighbours.data()));
  return with_neighbours(comm, {neighbours, neighbours});
}

Topology distributed_graph_of(MPI_Comm comm) {
  int sources = 0, destinations = 0, weighted = 0;
  check(PMPI_Dist_graph_neighbors_count(comm, &sources, &destinations, &weighted));
  Neighbours neighbours{list_of(sources), list_of(destinations)};
  auto source_weights = list_of(sources), destination_weights = list_of(destinations);
  check(PMPI_Dist_graph_neighbors(comm, sources, neighbours.sources.data(), source_weights.data(),
                                  destinations, neighbours.destinations.data(),
                                  destination_weights.data()));
  return with_neighbours(comm, std::move(neighbours));
}

#endif

}  // namespace

std::shared_ptr<const Topology> topology_of(MPI_Comm comm) {
  const auto shared = [](Topology topology) {
    return std::make_shared<const Topology>(std::move(topology));
  };
  int dimensions = 0;
#ifdef TUTTI_SIMULATED  // SMPI has no MPI_Topo_test, and returns an error here
  if (PMPI_Cartdim_get(comm, &dimensions) != MPI_SUCCESS) return nullptr;
  return shared(grid_of(comm, dimensions));
#else
  int kind = MPI_UNDEFINED;
  check(PMPI_Topo_test(comm, &kind));
  if (kind == MPI_CART) {
    check(PMPI_Cartdim_get(comm, &dimensions));
    return shared(grid_of(comm, dimensions));
  }
  if (kind == MPI_GRAPH) return shared(graph_of(comm));
  if (kind == MPI_DIST_GRAPH) return shared(distributed_graph_of(comm));
  return nullptr;
#endif
}

}  // namespace tutti
