#pragma once

#include <memory>

#include "optimized/overlap/guard.hpp"

namespace tutti::overlap {

/// Makes the guard. Returns null if this process may not use userfaultfd, for which it must be
/// permitted to handle faults within system calls.
std::unique_ptr<Guard> make_userfaultfd_guard();

}  // namespace tutti::overlap
