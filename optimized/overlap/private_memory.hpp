#pragma once

#include <vector>

#include "optimized/overlap/pages.hpp"

namespace tutti::overlap {

/// Returns the mappings in which these pages lie, each cut to the pages, if all of them are
/// ordinary memory that only this process can reach: anonymous, private, readable and writable, and
/// no stack. Returns an empty vector otherwise. The result is read from /proc/self/maps, and cached
/// by each thread until forget_private_memory().
std::vector<Pages> private_mappings(Pages pages);

inline bool is_private_memory(Pages pages) { return !private_mappings(pages).empty(); }

/// Discards the cached mappings, after memory was unmapped or changed. May be called anywhere.
void forget_private_memory() noexcept;

}  // namespace tutti::overlap
