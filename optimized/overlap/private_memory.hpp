#pragma once

#include <vector>

#include "optimized/overlap/pages.hpp"

namespace tutti::overlap {

/// The mappings that these pages lie in, each as far as they go, if all of it is ordinary memory that
/// only this process can reach: anonymous, private, readable and writable, and no stack. Empty if not.
/// Found in /proc/self/maps, and remembered by each thread until forget_private_memory().
std::vector<Pages> private_mappings(Pages pages);

inline bool is_private_memory(Pages pages) { return !private_mappings(pages).empty(); }

/// Memory was unmapped, or turned into something else. May be called anywhere.
void forget_private_memory() noexcept;

}  // namespace tutti::overlap
