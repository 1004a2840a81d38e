#pragma once

#include <string>

namespace tutti::preload {

/// Returns the program or library that an address lies in, and the offset, which are the same in
/// every process: `hpcc+0x1234`, or `hpcc+0x1234 (HPL_bcast)` if the name of the function is known.
std::string call_site(const void* address);

/// Returns the address; if that lies within the MPI library, the address that the library was
/// called from. Bindings for Fortran call functions that a program could also call itself, always
/// from the same place.
const void* caller_in_program(const void* address);

}  // namespace tutti::preload
