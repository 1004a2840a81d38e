#pragma once

#include <mpi.h>

#include "contract/collective.hpp"
#include "contract/count_list.hpp"

namespace tutti {

using Counts = CountList<MPI_Count>;
using Displacements = CountList<MPI_Aint>;

/// The arguments of one call at one rank, named as in MPI. Arguments that MPI declares not
/// significant at a rank may hold any value there and must not be read. `send` may be MPI_IN_PLACE
/// where MPI allows it (in scatter and scatterv, `receive` at the root). Bcast uses the receive
/// side for its one buffer. Reductions use receive_type; their count is receive_count
/// (reduce_scatter: receive_counts). Collectives of neighbourhoods have the arguments of those without,
/// with one block for each neighbour.
struct Call {
  Collective collective = Collective::barrier;
  const void* send = nullptr;
  MPI_Count send_count = 0;
  Counts send_counts = {};                ///< scatterv, alltoallv, alltoallw
  Displacements send_displacements = {};  ///< scatterv, alltoallv; in bytes: alltoallw
  MPI_Datatype send_type = MPI_DATATYPE_NULL;
  const MPI_Datatype* send_types = nullptr;  ///< alltoallw
  void* receive = nullptr;
  MPI_Count receive_count = 0;
  Counts receive_counts = {};  ///< gatherv, allgatherv, alltoallv, alltoallw, reduce_scatter
  /// gatherv, allgatherv, alltoallv; in bytes: alltoallw
  Displacements receive_displacements = {};
  MPI_Datatype receive_type = MPI_DATATYPE_NULL;
  const MPI_Datatype* receive_types = nullptr;  ///< alltoallw
  MPI_Op op = MPI_OP_NULL;
  int root = 0;
  MPI_Comm comm = MPI_COMM_NULL;
  /// The library is called by its function for large counts. All lists are then of the wider types;
  /// otherwise of ints, but for the displacements of neighbor_alltoallw.
  bool large = false;

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
int initialize_library(const Call& call, MPI_Info info, MPI_Request* request);

/// Returns whether the MPI library has the collective as a persistent operation.
bool library_has_persistent(Collective collective);
/// Returns whether the MPI library has a function with large counts beside each function of the collective.
bool library_has_large_counts(Collective collective);

/// Calls the library's own function, PMPI_<Collective>, past any preloaded library. Returns MPI's
/// error code.
int call_pmpi(const Call& call);
/// Calls PMPI_I<collective>, past any preloaded library. Returns MPI's error code.
int start_pmpi(const Call& call, MPI_Request* request);
/// Calls PMPI_<Collective>_init, past any preloaded library; otherwise as initialize_library().
int initialize_pmpi(const Call& call, MPI_Info info, MPI_Request* request);

}  // namespace tutti
