#pragma once

#include <map>
#include <utility>
#include <vector>

#include "contract/torus.hpp"

namespace tutti {

/// The neighbours of one rank, in the order of the blocks that it receives and sends. A neighbour that
/// is not there (MPI_PROC_NULL) is -1; its block keeps its place.
struct Neighbours {
  std::vector<int> sources, destinations;

  friend bool operator==(const Neighbours&, const Neighbours&) = default;
};

/// The topology of a communicator, which says who the neighbours of a rank are.
class Topology {
 public:
  /// A block of a rank, and the neighbour to which it goes or from which it comes.
  struct Exchange {
    int peer = 0;
    int block = 0;
  };

  /// A Cartesian grid as MPI_Cart_create makes it. `periodic` has one value for each dimension.
  static Topology grid(std::vector<int> extents, std::vector<int> periodic);
  /// A graph, of which only the given ranks' neighbours are known.
  static Topology graph(std::map<int, Neighbours> known);
  /// A graph of which all edges, from and to, are known. Each rank has its neighbours in this order.
  static Topology graph(int ranks, const std::vector<std::pair<int, int>>& edges);

  bool is_grid() const { return is_grid_; }
  const std::vector<int>& extents() const { return extents_; }
  bool is_periodic(int dimension) const { return periodic_[static_cast<std::size_t>(dimension)]; }

  Neighbours neighbours_of(int rank) const;
  /// Returns the number of blocks that a rank sends, or receives.
  int blocks_sent_by(int rank) const;
  int blocks_received_by(int rank) const;

  /// Returns what a rank sends to neighbours that are there, or receives from them. The k-th message
  /// that a rank sends to another is the k-th that the other receives from it. On a grid, the blocks
  /// 2d and 2d+1 are those of dimension d; what is sent in one direction arrives from the other.
  std::vector<Exchange> sent_by(int rank) const;
  std::vector<Exchange> received_by(int rank) const;

  friend bool operator==(const Topology&, const Topology&) = default;

 private:
  Topology() = default;
  std::vector<int> grid_neighbours(int rank) const;

  bool is_grid_ = false;
  std::vector<int> extents_, periodic_;
  std::map<int, Neighbours> known_;
};

}  // namespace tutti
