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

/// Returns the version number, such as `4.1.4`, in the text of MPI_Get_library_version; empty if
/// there is none.
std::string_view version_number(std::string_view library_version);

/// Returns whether the first version is older, such as `4.1.4` than `4.10`. An empty version is
/// older than any other.
bool is_older(std::string_view version, std::string_view than);

}  // namespace tutti
