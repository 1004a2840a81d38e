#pragma once

#include <string>
#include <string_view>

/// Which of the two preloaded libraries this code runs in.
namespace tutti::preload {

/// The MPI library that this library was built for: mpich, openmpi, abi.
extern const std::string_view built_for;

/// True in the library that lets collectives return early, and stands before functions of the C library for that.
extern const bool can_overlap;

/// Returns the name of the file that is preloaded for an MPI library, with or without overlap.
std::string library_file_name(std::string_view mpi, bool overlap);

}  // namespace tutti::preload
