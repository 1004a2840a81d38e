// Functions of the C library that end the process without a word to those who registered with exit().
#include <unistd.h>

#include "optimized/fabric/next_symbol.hpp"
#include "preload/service.hpp"

/// Looked for at once: a child process may not be able to.
static const auto exit_beneath = tutti::next_symbol<void(int)>("_exit");

extern "C" void _exit(int status) {
  tutti::preload::Service::abandon();
  exit_beneath(status);
  __builtin_unreachable();
}
