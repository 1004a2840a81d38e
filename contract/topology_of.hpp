#pragma once

#include <mpi.h>

#include <memory>

#include "contract/topology.hpp"

namespace tutti {

/// Returns the topology of a communicator; null if it has none. Of a graph it knows the neighbours of
/// this rank only, which is all that MPI tells without communication. Throws MpiError.
std::shared_ptr<const Topology> topology_of(MPI_Comm comm);

}  // namespace tutti
