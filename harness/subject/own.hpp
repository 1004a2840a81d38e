#pragma once

#include "harness/subject/subject.hpp"
#include "optimized/protocol/protocol.hpp"

namespace tutti {

/// One protocol of tutti, under its stable name.
std::unique_ptr<Subject> protocol_subject(const Protocol& protocol);

/// `reference`: every collective as the textbook has it.
std::unique_ptr<Subject> reference_subject();

/// `mpi`: what an application gets that calls MPI_*, so also what is preloaded over the library.
std::unique_ptr<Subject> library_subject();

/// `pmpi`: the library itself, beneath what is preloaded over it.
std::unique_ptr<Subject> pmpi_subject();

}  // namespace tutti
