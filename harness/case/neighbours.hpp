#pragma once

#include <utility>
#include <vector>

#include "harness/case/case.hpp"

namespace tutti {

/// Returns whether communicators of the group have a topology, and thus neighbourhoods.
bool has_topology(Group group);

/// The arguments of MPI_Cart_create.
struct Grid {
  std::vector<int> extents, periodic;
};

/// Returns the grid of a group, except Group::graph, that has a topology.
Grid grid_of(Group group, int ranks);

/// Returns the edges of Group::graph, from and to. Some lead back to the same rank; with an even
/// number of ranks, some exist twice; of three ranks or more, the last one has none; of four or more,
/// the first one only sends, and the last but one only receives.
std::vector<std::pair<int, int>> graph_edges(int ranks);

/// A block that a rank receives from a neighbour.
struct ReceivedBlock {
  int from = -1;  ///< -1: there is no neighbour, and the block is left alone (MPI_PROC_NULL)
  int block = 0;  ///< index among the blocks that the neighbour sends
};

/// Returns the ranks to which the blocks of a rank go, in the order of the blocks; -1 for a block that
/// goes nowhere.
std::vector<int> destinations_of(Group group, int ranks, int rank);

/// Returns where the received blocks come from, in the order of the receive buffer. On a grid, what a
/// rank sends in one direction arrives from the other, also if both neighbours are the same rank
/// (MPI 4.1, section 8.6); between two ranks of a graph, the k-th edge of one matches the k-th of the
/// other.
std::vector<ReceivedBlock> sources_of(Group group, int ranks, int rank);

}  // namespace tutti
