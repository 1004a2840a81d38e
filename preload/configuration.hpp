#pragma once

#include <mpi.h>

#include <memory>
#include <string>

#include "optimized/overlap/guard.hpp"
#include "optimized/selection/selector.hpp"
#include "preload/learned_orders.hpp"

namespace tutti::preload {

/// Configuration of the service, from the environment variables of rank 0 of MPI_COMM_WORLD.
struct Configuration {
  /// Chooses the protocol of every call. Null if the library's own collectives serve all calls.
  std::unique_ptr<const Selector> selector;
  std::string report_path;                ///< TUTTI_REPORT; empty if there is to be no report
  std::string complaint;                  ///< why the map was refused; empty if it was not
  std::unique_ptr<overlap::Guard> guard;  ///< behind which calls overlap; null if none do
  bool overlaps_always = false;           ///< TUTTI_OVERLAP_ALWAYS: overlap also if it does not pay
  Learning learning;                      ///< of the order in which data are fetched
};

int world_rank();

/// Returns at every rank the complaint of the first rank of MPI_COMM_WORLD that has one; empty if
/// none has. Collective over MPI_COMM_WORLD.
std::string complaint_of_any(const std::string& own);

/// Returns true if this process's own environment asks for overlap. May be called before MPI is
/// initialized.
bool overlap_is_wanted();

/// Reads TUTTI_MAP, TUTTI_FORCE, TUTTI_CRITERION, TUTTI_REPORT, TUTTI_OVERLAP,
/// TUTTI_OVERLAP_ALWAYS, TUTTI_PRIORITY, TUTTI_TRACE and TUTTI_ORDER at rank 0, for all ranks.
/// Without TUTTI_MAP the map beside the library is used, if there is one; if the variable is empty,
/// none is. A map that cannot be used is refused as a whole. Throws UsageError, at all ranks, if
/// another variable asks for something impossible. Collective over MPI_COMM_WORLD.
Configuration configure();

}  // namespace tutti::preload
