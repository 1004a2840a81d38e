#pragma once

#include <map>
#include <vector>

#include "reference/peers.hpp"

namespace tutti::reference {

/// The neighbours of this rank, as the communicator's topology gives them, and messages between them.
/// A neighbour may be MPI_PROC_NULL.
class Neighbours {
 public:
  explicit Neighbours(MPI_Comm comm) : comm_(comm_attribute<PrivateComm>(comm).handle()) {
    int topology = MPI_UNDEFINED;
    check(PMPI_Topo_test(comm, &topology));
    if (topology == MPI_CART)
      find_on_grid(comm);
    else
      find_on_graph(comm);
  }

  /// Sends sent(i) to the i-th destination, and receives received(i) from the i-th source. Each
  /// message is named by the edge that it takes: on a grid, what is sent in one direction arrives from
  /// the other; between two ranks of a graph, the k-th edge of one is the k-th of the other
  /// (MPI 4.1, section 8.6).
  template <class Sent, class Received>
  void exchange(Sent sent, Received received) const {
    std::vector<MPI_Request> requests;
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      const Message m = received(i);
      check(PMPI_Irecv(m.address, m.count, m.type, sources_[i].rank, sources_[i].edge, comm_,
                       &requests.emplace_back()));
    }
    for (std::size_t i = 0; i < destinations_.size(); ++i) {
      const Message m = sent(i);
      check(PMPI_Isend(m.address, m.count, m.type, destinations_[i].rank, destinations_[i].edge,
                       comm_, &requests.emplace_back()));
    }
    check(PMPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE));
  }

 private:
  struct Neighbour {
    int rank;
    int edge;
  };

  void find_on_grid(MPI_Comm comm) {
    int dimensions = 0;
    check(PMPI_Cartdim_get(comm, &dimensions));
    for (int dimension = 0; dimension < dimensions; ++dimension) {
      int before = MPI_PROC_NULL, behind = MPI_PROC_NULL;
      check(PMPI_Cart_shift(comm, dimension, 1, &before, &behind));
      const int down = 2 * dimension, up = down + 1;  // the directions of messages
      destinations_.insert(destinations_.end(), {{before, down}, {behind, up}});
      sources_.insert(sources_.end(), {{before, up}, {behind, down}});
    }
  }

  void find_on_graph(MPI_Comm comm) {
    int sources = 0, destinations = 0, weighted = 0;
    check(PMPI_Dist_graph_neighbors_count(comm, &sources, &destinations, &weighted));
    std::vector<int> from(static_cast<std::size_t>(sources)), from_weights(from.size());
    std::vector<int> to(static_cast<std::size_t>(destinations)), to_weights(to.size());
    check(PMPI_Dist_graph_neighbors(comm, sources, from.data(), from_weights.data(), destinations,
                                    to.data(), to_weights.data()));
    sources_ = with_edges(from);
    destinations_ = with_edges(to);
  }

  /// Numbers the edges to each rank.
  static std::vector<Neighbour> with_edges(const std::vector<int>& ranks) {
    std::map<int, int> edges;
    std::vector<Neighbour> neighbours;
    for (const int rank : ranks) neighbours.push_back({rank, edges[rank]++});
    return neighbours;
  }

  MPI_Comm comm_;
  std::vector<Neighbour> sources_, destinations_;
};

}  // namespace tutti::reference
