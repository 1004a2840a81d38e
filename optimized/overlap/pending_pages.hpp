#pragma once

#include <cassert>
#include <cstdint>
#include <vector>

#include "optimized/overlap/pages.hpp"

namespace tutti::overlap {

/// The pages of a buffer that still wait for data. A page is complete when all bytes that were
/// expected within it have arrived, each once.
class PendingPages {
 public:
  explicit PendingPages(Pages pages);

  /// Records that these bytes will arrive; bytes outside of the pages do not count.
  void expect(const std::byte* begin, const std::byte* end);
  /// Records that these bytes have arrived. Calls complete(Pages) for each run of pages that they
  /// complete.
  template <class Complete>
  void arrived(const std::byte* begin, const std::byte* end, Complete complete);
  /// Calls vacant(Pages) for each run of pages within which no bytes are expected.
  template <class Vacant>
  void for_each_vacant(Vacant vacant) const;

 private:
  struct Part {
    std::size_t page;
    std::int32_t bytes;
  };
  std::size_t index(const std::byte* address) const {
    assert(pages_.contains(address));
    return static_cast<std::size_t>(address - pages_.begin) / page_bytes();
  }
  Pages run(std::size_t first, std::size_t last) const {
    return {pages_.begin + first * page_bytes(), pages_.begin + last * page_bytes()};
  }
  template <class Action>
  void for_each_part(const std::byte* begin, const std::byte* end, Action action) const;
  template <class Wanted, class Action>
  void for_each_run(std::size_t first, std::size_t last, Wanted wanted, Action action) const;

  Pages pages_;
  std::vector<std::int32_t> missing_;  ///< number of bytes that have not arrived, by page
};

/// Calls action(page, bytes) for each page that the bytes lie in.
template <class Action>
void PendingPages::for_each_part(const std::byte* begin, const std::byte* end,
                                 Action action) const {
  const std::byte* const last = std::min<const std::byte*>(end, pages_.end);
  for (const std::byte* at = std::max<const std::byte*>(begin, pages_.begin); at < last;) {
    const std::size_t page = index(at);
    const std::byte* const next = std::min<const std::byte*>(run(page, page + 1).end, last);
    action(page, static_cast<std::int32_t>(next - at));
    at = next;
  }
}

/// Calls action(Pages) for each maximal run of pages in [first, last) for which wanted(page) holds.
template <class Wanted, class Action>
void PendingPages::for_each_run(std::size_t first, std::size_t last, Wanted wanted,
                                Action action) const {
  for (std::size_t begin = first; begin < last; ++begin) {
    if (!wanted(begin)) continue;
    std::size_t end = begin + 1;
    while (end < last && wanted(end)) ++end;
    action(run(begin, end));
    begin = end;
  }
}

template <class Complete>
void PendingPages::arrived(const std::byte* begin, const std::byte* end, Complete complete) {
  std::size_t first = missing_.size(), last = 0;
  for_each_part(begin, end, [&](std::size_t page, std::int32_t bytes) {
    assert(missing_[page] >= bytes);
    missing_[page] -= bytes;
    first = std::min(first, page);
    last = page + 1;
  });
  for_each_run(
      first, last, [this](std::size_t page) { return missing_[page] == 0; }, complete);
}

template <class Vacant>
void PendingPages::for_each_vacant(Vacant vacant) const {
  for_each_run(
      0, missing_.size(), [this](std::size_t page) { return missing_[page] == 0; }, vacant);
}

}  // namespace tutti::overlap
