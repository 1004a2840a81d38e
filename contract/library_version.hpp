#pragma once

#include <string>
#include <string_view>

namespace tutti {

/// Returns the first line of the version of the MPI library that runs. May be called before
/// MPI_Init.
std::string library_version();

/// Returns the name of that library, with which names of subjects begin: `mpich` or `openmpi`;
/// empty for an unknown library. A program that was built for the MPI standard's ABI learns only
/// from this function which library runs.
std::string_view library_name();

/// Returns the file that the MPI library was loaded from, with symbolic links resolved; empty if it
/// cannot be determined.
std::string library_file();

}  // namespace tutti
