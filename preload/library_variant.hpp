#pragma once

#include <string_view>

/// Which of the two preloaded libraries this code runs in.
namespace tutti::preload {

/// The MPI library that this library was built for: mpich, openmpi, abi.
extern const std::string_view built_for;

/// True in the library that lets collectives return early, and stands before functions of the C
/// library for that.
extern const bool can_overlap;

}  // namespace tutti::preload
