#pragma once

#include <string>

namespace tutti {

/// The MPI library that runs: the first line of its version. May be asked before MPI_Init.
std::string library_version();

}  // namespace tutti
