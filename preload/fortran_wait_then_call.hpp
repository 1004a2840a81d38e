#pragma once

#include <dlfcn.h>

#include <cstdint>
#include <type_traits>

#include "optimized/fabric/next_symbol.hpp"
#include "preload/fortran_arguments.hpp"
#include "preload/wait_then_call.hpp"

/// Does for functions that Fortran programs call what wait_then_call.hpp does for those of C.
/// Needed under Open MPI, whose Fortran functions do not call the C functions.
namespace tutti::preload::fortran {

inline void wait_for_buffer(void* address, In count, In datatype) {
  preload::wait_for_buffer(buffer(address), *count, type(datatype));
}

inline void wait_for_one(void* address, In datatype) {
  preload::wait_for_buffer(buffer(address), 1, type(datatype));
}

inline void wait_for_bytes(void* address, std::int64_t bytes) {
  preload::wait_for_buffer(buffer(address), bytes, MPI_BYTE);
}

/// Returns the function of that name which the file that contains `site` finds. If a program loads
/// its Fortran part by dlopen(), only that part finds the library's Fortran functions.
inline void* seen_from(const void* site, const char* name) {
  Dl_info part = {};
  dladdr(site, &part);
  return dlsym(dlopen(part.dli_fname, RTLD_LAZY | RTLD_NOLOAD), name);
}

/// Returns the library's own function for this entry point, whose name stands for all its
/// spellings. `site` is the address that the entry point was called from.
template <auto* entry>
auto* next(const char* name, const void* site = __builtin_return_address(0)) {
  using Function = std::remove_pointer_t<decltype(entry)>;
  static auto* const found = [=] {
    auto* const own = next_symbol<Function>(name);
    return own ? own : reinterpret_cast<Function*>(seen_from(site, name));
  }();
  return found;
}

}  // namespace tutti::preload::fortran
