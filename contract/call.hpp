#pragma once

#include <mpi.h>

#include "contract/collective.hpp"

namespace tutti {

/// The local arguments of one call, as MPI names them. What MPI says is not significant at a rank
/// may hold anything there and must not be read. `send` may be MPI_IN_PLACE where MPI allows it
/// (for scatter and scatterv it is `receive` at the root). Bcast uses the receive side for its one
/// buffer. Reductions use receive_type; their count is receive_count (reduce_scatter:
/// receive_counts).
struct Call {
  Collective collective = Collective::barrier;
  const void* send = nullptr;
  int send_count = 0;
  const int* send_counts = nullptr;         ///< scatterv, alltoallv
  const int* send_displacements = nullptr;  ///< scatterv, alltoallv
  MPI_Datatype send_type = MPI_DATATYPE_NULL;
  void* receive = nullptr;
  int receive_count = 0;
  const int* receive_counts = nullptr;         ///< gatherv, allgatherv, alltoallv, reduce_scatter
  const int* receive_displacements = nullptr;  ///< gatherv, allgatherv, alltoallv
  MPI_Datatype receive_type = MPI_DATATYPE_NULL;
  MPI_Op op = MPI_OP_NULL;
  int root = 0;
  MPI_Comm comm = MPI_COMM_NULL;

  friend bool operator==(const Call&, const Call&) = default;
};

/// Calls MPI_<Collective>, the public face, so that whatever is preloaded over it is used.
/// Returns MPI's error code.
int call_library(const Call& call);

/// The same through MPI_I<collective>.
int start_library(const Call& call, MPI_Request* request);

/// The same two through PMPI_*: the library itself, beneath all that is preloaded over it.
int call_beneath(const Call& call);
int start_beneath(const Call& call, MPI_Request* request);

}  // namespace tutti
