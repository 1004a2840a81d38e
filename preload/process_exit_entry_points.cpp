// Functions of the C library that end the process without calling what was registered by atexit().
#include <unistd.h>

#include "optimized/fabric/next_symbol.hpp"
#include "preload/collective_service.hpp"

/// The next `_exit`. Looked up when the library is loaded, since a child process may be unable to.
static const auto next_exit = tutti::next_symbol<void(int)>("_exit");

extern "C" void _exit(int status) {
  tutti::preload::Service::abandon();
  next_exit(status);
  __builtin_unreachable();
}
