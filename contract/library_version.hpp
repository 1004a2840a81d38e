#pragma once

#include <string>
#include <string_view>

namespace tutti {

/// The MPI library that runs: the first line of its version. May be asked before MPI_Init.
std::string library_version();

/// Which one that is, as names of subjects begin: `mpich`, `openmpi`; empty for one that is not known. What
/// was built for the MPI standard's ABI learns only here what it runs under.
std::string_view library_name();

/// The file that it was loaded from, whatever links lead there; empty if that cannot be told.
std::string library_file();

}  // namespace tutti
