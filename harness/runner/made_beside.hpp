#pragma once

#include <mpi.h>

#include <optional>
#include <string>

#include "harness/case/case.hpp"

namespace tutti {

/// Makes and frees a communicator on that of the calls of a case: with the topology of the group or, without
/// topology, by one of several functions, which the number selects. Collective. Returns what is wrong.
std::optional<std::string> make_beside(Group group, MPI_Comm comm, int number);

}  // namespace tutti
