#include "optimized/overlap/pending_pages.hpp"

namespace tutti::overlap {

PendingPages::PendingPages(Pages pages)
    : pages_(pages), missing_(static_cast<std::size_t>(pages.end - pages.begin) / page_bytes()) {}

void PendingPages::expect(const std::byte* begin, const std::byte* end) {
  for_each_part(begin, end,
                [this](std::size_t page, std::int32_t bytes) { missing_[page] += bytes; });
}

}  // namespace tutti::overlap
