#pragma once

#include <memory>

#include "optimized/overlap/guard.hpp"

namespace tutti::overlap {

/// Null if there is no userfaultfd for this process. Faults within system calls must be allowed.
std::unique_ptr<Guard> make_userfaultfd_guard();

}  // namespace tutti::overlap
