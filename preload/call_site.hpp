#pragma once

#include <string>

namespace tutti::preload {

/// Where in which program or library the address is, the same in every process: `hpcc+0x1234`, with
/// the function, where its name is known: `hpcc+0x1234 (HPL_bcast)`.
std::string call_site(const void* address);

/// The address; or where the library was called from, if it is within that: bindings for Fortran call functions
/// that the program could have called, all from the same place.
const void* place_in_program(const void* address);

}  // namespace tutti::preload
