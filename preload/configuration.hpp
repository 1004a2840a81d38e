#pragma once

#include <mpi.h>

#include <memory>
#include <string>

#include "optimized/overlap/guard.hpp"
#include "optimized/selection/selector.hpp"
#include "preload/learned_orders.hpp"

namespace tutti::preload {

/// What the environment asks for, as rank 0 of the world reads it.
struct Configuration {
  /// Chooses for every call. Null: the library's own collectives serve all.
  std::unique_ptr<const Selector> selector;
  std::string report_path;                ///< TUTTI_REPORT; empty: none
  std::string complaint;                  ///< why the map was refused; empty if it was not
  std::unique_ptr<overlap::Guard> guard;  ///< behind which calls overlap; null: none do
  bool overlaps_always = false;           ///< TUTTI_OVERLAP_ALWAYS: also where it does not pay
  Learning learning;                      ///< of what they fetch first
};

int world_rank();

/// What the first rank of the world that complains says, at every rank; empty if none does. Collective.
std::string complaint_of_any(const std::string& own);

/// Whether this process is asked to let calls overlap: known before MPI is initialized.
bool overlap_is_wanted();

/// Reads TUTTI_MAP, TUTTI_FORCE, TUTTI_CRITERION, TUTTI_REPORT, TUTTI_OVERLAP, TUTTI_OVERLAP_ALWAYS,
/// TUTTI_PRIORITY, TUTTI_TRACE and TUTTI_ORDER at rank 0; all ranks of the world get the same. Without TUTTI_MAP the map beside the library is used, if there is one; none if the variable
/// is empty. A map that cannot be used is refused as a whole. Throws UsageError, at all ranks, where
/// another variable says what cannot be done.
Configuration configure();

}  // namespace tutti::preload
