#pragma once

#include "harness/subject/subject.hpp"

namespace tutti {

/// Call before MPI_Init in a process that is to force algorithms: what a library reads only there.
void prepare_forcing();

/// Every algorithm inside the MPI library that runs, each forced for itself through the library's
/// own control variables: `mpich:bcast/scatter_ring_allgather`, `openmpi:bcast/chain`, and each collective of Open MPI's
/// other components: `openmpi:xhc/bcast`. An algorithm
/// that the library lets nobody choose at run time is in the list, but applicable to nothing.
/// MPICH's variables act on the whole process: of one collective, activate one algorithm at a time.
/// Throws CannotRun for a library not known.
Subjects forced_subjects();

/// The one of that name, which may carry parameters: `openmpi:bcast/chain:segment=4096:fanout=2`.
/// Throws UsageError for a name or parameter that the library does not have.
std::unique_ptr<Subject> forced_subject(std::string_view name);

/// Whether the name is of this kind: it begins with the name of a library that can be forced.
bool names_forced_subject(std::string_view name);

/// The parameters that the forced algorithm of that name (without parameters) can be given.
std::vector<std::string> forced_parameters(std::string_view name);

}  // namespace tutti
