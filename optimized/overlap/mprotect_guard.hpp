#pragma once

#include <memory>

#include "optimized/overlap/guard.hpp"

namespace tutti::overlap {

/// Null if SIGSEGV cannot be handled. A thread that blocks SIGSEGV must not touch closed pages: the
/// kernel ends the process.
/// Source: T-NBC, section 4.1.1.
std::unique_ptr<Guard> make_mprotect_guard();

}  // namespace tutti::overlap
