#pragma once

#include <memory>

#include "optimized/overlap/guard.hpp"

namespace tutti::overlap {

/// Makes the guard. Returns null if SIGSEGV cannot be handled. A thread that blocks SIGSEGV must
/// not access protected pages: the kernel would end the process.
/// Source: T-NBC, section 4.1.1.
std::unique_ptr<Guard> make_mprotect_guard();

}  // namespace tutti::overlap
