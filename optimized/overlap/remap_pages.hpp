#pragma once

#include "optimized/overlap/pages.hpp"

namespace tutti::overlap {

/// Moves the contents of the pages to another address, without a copy, and replaces what is mapped
/// there. Both ranges stay mapped; the old one is empty afterwards. No other thread sees a state in
/// between. The pages must lie in one mapping. Returns false, with errno, if the kernel refuses;
/// then the memory at the target may be unmapped.
bool move_pages(Pages pages, std::byte* target) noexcept;

/// Ends the process with an error message from errno if `done` is false, where the program's memory
/// depends on the step.
void require(bool done, const char* what) noexcept;

}  // namespace tutti::overlap
