#pragma once

#include <mpi.h>

#include "contract/collective.hpp"

namespace tutti {

/// The arguments of one call at one rank, named as in MPI. Arguments that MPI declares not
/// significant at a rank may hold any value there and must not be read. `send` may be MPI_IN_PLACE
/// where MPI allows it (in scatter and scatterv, `receive` at the root). Bcast uses the receive
/// side for its one buffer. Reductions use receive_type; their count is receive_count
/// (reduce_scatter: receive_counts).
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

/// Calls MPI_<Collective>, the public name, so that a preloaded library that intercepts it is used.
/// Returns MPI's error code.
int call_library(const Call& call);

/// Calls MPI_I<collective>, the public name of the nonblocking operation. Returns MPI's error code.
int start_library(const Call& call, MPI_Request* request);

/// Calls MPI_<Collective>_init, the public name of the persistent operation. Returns MPI's error code;
/// MPI_ERR_UNSUPPORTED_OPERATION if the library does not have it.
int initialize_library(const Call& call, MPI_Request* request);

/// Returns whether the MPI library has persistent collectives.
bool library_has_persistent_collectives();

/// Calls the library's own function, PMPI_<Collective>, past any preloaded library. Returns MPI's
/// error code.
int call_pmpi(const Call& call);
/// Calls PMPI_I<collective>, past any preloaded library. Returns MPI's error code.
int start_pmpi(const Call& call, MPI_Request* request);
/// Calls PMPI_<Collective>_init, past any preloaded library; otherwise as initialize_library().
int initialize_pmpi(const Call& call, MPI_Request* request);

}  // namespace tutti
