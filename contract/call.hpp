#pragma once

#include <mpi.h>

#include "contract/collective.hpp"

namespace tutti {

/// The counts and displacements of a call in wider types, named like those of Call. The functions for
/// large counts (MPI_<Collective>_c) take them.
struct WideCounts {
  MPI_Count send_count = 0;
  const MPI_Count* send_counts = nullptr;
  const MPI_Aint* send_displacements = nullptr;
  MPI_Count receive_count = 0;
  const MPI_Count* receive_counts = nullptr;
  const MPI_Aint* receive_displacements = nullptr;
};

/// The arguments of one call at one rank, named as in MPI. Arguments that MPI declares not
/// significant at a rank may hold any value there and must not be read. `send` may be MPI_IN_PLACE
/// where MPI allows it (in scatter and scatterv, `receive` at the root). Bcast uses the receive
/// side for its one buffer. Reductions use receive_type; their count is receive_count
/// (reduce_scatter: receive_counts). Collectives of neighbourhoods have the arguments of those without,
/// with one block for each neighbour.
struct Call {
  Collective collective = Collective::barrier;
  const void* send = nullptr;
  int send_count = 0;
  const int* send_counts = nullptr;                   ///< scatterv, alltoallv, alltoallw
  const int* send_displacements = nullptr;            ///< scatterv, alltoallv; in bytes: alltoallw
  const MPI_Aint* send_byte_displacements = nullptr;  ///< instead: neighbor_alltoallw
  MPI_Datatype send_type = MPI_DATATYPE_NULL;
  const MPI_Datatype* send_types = nullptr;  ///< alltoallw
  void* receive = nullptr;
  int receive_count = 0;
  /// gatherv, allgatherv, alltoallv, alltoallw, reduce_scatter
  const int* receive_counts = nullptr;
  /// gatherv, allgatherv, alltoallv; in bytes: alltoallw
  const int* receive_displacements = nullptr;
  const MPI_Aint* receive_byte_displacements = nullptr;  ///< instead: neighbor_alltoallw
  MPI_Datatype receive_type = MPI_DATATYPE_NULL;
  const MPI_Datatype* receive_types = nullptr;  ///< alltoallw
  MPI_Op op = MPI_OP_NULL;
  int root = 0;
  MPI_Comm comm = MPI_COMM_NULL;
  bool large = false;  ///< the library is called by its function for large counts, with `wide`
  const WideCounts* wide = nullptr;  ///< may be null if nothing needs it

  friend bool operator==(const Call&, const Call&) = default;
};

// These call the functions for large counts if the call says so, and return
// MPI_ERR_UNSUPPORTED_OPERATION if the library lacks the function.

/// Calls MPI_<Collective>, the public name, so that a preloaded library that intercepts it is used.
/// Returns MPI's error code.
int call_library(const Call& call);

/// Calls MPI_I<collective>, the public name of the nonblocking operation. Returns MPI's error code.
int start_library(const Call& call, MPI_Request* request);

/// Calls MPI_<Collective>_init, the public name of the persistent operation. Returns MPI's error code.
int initialize_library(const Call& call, MPI_Request* request);

/// Returns whether the MPI library has persistent collectives.
bool library_has_persistent_collectives();
/// Returns whether the MPI library has collectives with large counts.
bool library_has_large_counts();

/// Calls the library's own function, PMPI_<Collective>, past any preloaded library. Returns MPI's
/// error code.
int call_pmpi(const Call& call);
/// Calls PMPI_I<collective>, past any preloaded library. Returns MPI's error code.
int start_pmpi(const Call& call, MPI_Request* request);
/// Calls PMPI_<Collective>_init, past any preloaded library; otherwise as initialize_library().
int initialize_pmpi(const Call& call, MPI_Request* request);

}  // namespace tutti
