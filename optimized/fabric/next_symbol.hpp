#pragma once

#include <dlfcn.h>

namespace tutti {

/// The function that would be called if this program's or preloaded library's own of that name were not
/// there.
template <class Function>
Function* next_symbol(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

/// The same for the function that stands in front of it, looked for once.
template <auto* own>
auto* next_symbol(const char* name) {
  static const auto found = reinterpret_cast<decltype(own)>(dlsym(RTLD_NEXT, name));
  return found;
}

}  // namespace tutti
