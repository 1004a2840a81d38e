#pragma once

#include "harness/subject/subject.hpp"

namespace tutti {

/// Sets the variables that a library reads only in MPI_Init. Call it before MPI_Init in a process
/// that forces algorithms.
void prepare_forcing();

/// Returns a subject for each algorithm inside the MPI library that runs, forced through the
/// library's own control variables (`mpich:bcast/scatter_ring_allgather`, `openmpi:bcast/chain`),
/// and for each collective of Open MPI's other components (`openmpi:xhc/bcast`). Includes subjects
/// that can only be chosen at launch, by their environment(). MPICH's variables act on the whole
/// process: activate only one algorithm of a collective at a time. Throws CannotRun for an unknown
/// library.
Subjects forced_subjects();

/// Returns the subject of that name, which may have parameters:
/// `openmpi:bcast/chain:segment=4096:fanout=2`. Throws UsageError for a name or parameter that the
/// library does not have.
std::unique_ptr<Subject> forced_subject(std::string_view name);

/// Returns whether the name begins like that of a forced subject: with a library that is supported.
bool names_forced_subject(std::string_view name);

/// Returns the environment variables that force the algorithm of that name in any program of the library. MPI need not be
/// initialized.
std::map<std::string, std::string> forcing_environment(std::string_view name);

/// Returns the names of the parameters of the forced algorithm of that name (without parameters).
std::vector<std::string> forced_parameters(std::string_view name);

}  // namespace tutti
