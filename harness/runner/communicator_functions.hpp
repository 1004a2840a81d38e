#pragma once

#include <vector>

#include "contract/mpi_handle.hpp"
#include "harness/case/case.hpp"

namespace tutti {

/// Return the rank of this process in a communicator, and the number of its ranks.
int rank_in(MPI_Comm comm);
int ranks_of(MPI_Comm comm);

// Communicators are made by the functions that a program calls (MPI_*), so that a preloaded library sees it.
// Each function is collective over the communicator that it is given, and returns none after an MPI error.

/// Returns whether the MPI library has the function.
bool library_has(MadeBy made_by);

/// Returns the group of these ranks of MPI_COMM_WORLD, in this order. Local.
ProcessGroup group_of(const std::vector<int>& world_ranks);

/// Makes a communicator of a group by MPI_Comm_create_group. Collective over the group.
Communicator communicator_of(const ProcessGroup& group);

/// Makes a communicator of the same processes as the group wants it, by the function that it needs.
Communicator made_for(Group group, Communicator original);

/// Makes a communicator with the group `wanted` from one of the same processes, by the function, which must be
/// another than the usual one. Only some of them can give the processes other ranks: see reorders().
Communicator made_by(MadeBy function, MPI_Comm original, const ProcessGroup& wanted);

/// Returns whether the function gives processes other ranks than they have in the communicator it is called on.
bool reorders(MadeBy function);

/// The same ranks again, by MPI_Comm_dup, MPI_Comm_idup and MPI_Comm_split.
Communicator duplicate(MPI_Comm original);
Communicator duplicate_without_blocking(MPI_Comm original);
Communicator split_off(MPI_Comm original, int rank);

Communicator on_grid(Group group, MPI_Comm original);
/// Makes a graph of an edge from each rank to the next by MPI_Dist_graph_create, where no rank knows the edge to it.
Communicator ring_graph(MPI_Comm original);

}  // namespace tutti
