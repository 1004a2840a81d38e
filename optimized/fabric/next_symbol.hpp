#pragma once

#include <dlfcn.h>

namespace tutti {

/// Returns the function that would be called if this program or preloaded library did not define
/// one of that name.
template <class Function>
Function* next_symbol(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

/// Returns the next function of that name behind `own`. Looked up once.
template <auto* own>
auto* next_symbol(const char* name) {
  static const auto found = reinterpret_cast<decltype(own)>(dlsym(RTLD_NEXT, name));
  return found;
}

}  // namespace tutti
