#pragma once

#include "harness/subject/subject.hpp"
#include "optimized/protocol/protocol.hpp"

namespace tutti {

/// Returns the subject of one protocol of tutti, under its stable name.
std::unique_ptr<Subject> protocol_subject(const Protocol& protocol);

/// Returns `reference`: the textbook meaning of every collective.
std::unique_ptr<Subject> reference_subject();

/// Returns `mpi`: MPI_* as an application sees it, with all that is preloaded.
std::unique_ptr<Subject> library_subject();

/// Returns `pmpi`: the library itself, below what is preloaded.
std::unique_ptr<Subject> pmpi_subject();

}  // namespace tutti
