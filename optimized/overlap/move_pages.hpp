#pragma once

#include "optimized/overlap/pages.hpp"

namespace tutti::overlap {

/// Moves what the pages hold to another address, without a copy, in place of what is there. Both
/// places stay mapped; who reads the old one finds it empty. Nobody sees anything in between. The
/// pages lie in one mapping. False, with errno, if the kernel refuses: then what was at the target
/// may be unmapped.
bool move_pages(Pages pages, std::byte* target) noexcept;

/// Ends the process if what the program's memory depends on was not done: errno says why.
void require(bool done, const char* what) noexcept;

}  // namespace tutti::overlap
