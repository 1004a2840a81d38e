#pragma once

#include <dlfcn.h>

#include <cstdint>
#include <type_traits>

#include "optimized/fabric/next_symbol.hpp"
#include "preload/fortran_arguments.hpp"
#include "preload/wait_then_call.hpp"

/// What once_open.hpp does, for functions as Fortran programs call them under Open MPI, where these do not
/// pass through the C ones.
namespace tutti::preload::fortran {

using In = const MPI_Fint*;
using Out = MPI_Fint*;

inline void open(void* address, In count, In datatype) {
  preload::open(buffer(address), *count, type(datatype));
}

inline void open_one(void* address, In datatype) {
  preload::open(buffer(address), 1, type(datatype));
}

inline void open_bytes(void* address, std::int64_t bytes) {
  preload::open(buffer(address), bytes, MPI_BYTE);
}

/// A program that loads its Fortran part by itself has the library's where only that part finds it, which
/// is where `site` lies.
inline void* seen_from(const void* site, const char* name) {
  Dl_info part = {};
  dladdr(site, &part);
  return dlsym(dlopen(part.dli_fname, RTLD_LAZY | RTLD_NOLOAD), name);
}

/// The library's function for this entry, whose name stands for all its spellings. Told from where the
/// entry is called.
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
