#pragma once

#include <cassert>

#include "optimized/overlap/pages.hpp"

namespace tutti::overlap {

/// The pages of a receive buffer, cut into sub-messages: the units whose accesses are observed and
/// which have priorities. All have the same size, except the last, which may be shorter. There are
/// few enough for one word to hold a bit for each, and their size is a multiple of the page size
/// and of the smallest piece that is fetched at a time.
class SubMessages {
 public:
  static constexpr std::size_t count_max = 64;
  static constexpr std::size_t bytes_min = 16384;
  static constexpr std::size_t fetched_max = 262144;

  explicit SubMessages(Pages all) : all_(all) {
    const std::size_t step = std::max(bytes_min, page_bytes());
    const std::size_t least = (all.bytes() + count_max - 1) / count_max;
    bytes_each_ = std::max((least + step - 1) / step, std::size_t{1}) * step;
  }

  std::size_t count() const { return (all_.bytes() + bytes_each_ - 1) / bytes_each_; }
  std::size_t bytes_each() const { return bytes_each_; }
  /// Returns the number of bytes that are fetched at a time. Long sub-messages are fetched in a few
  /// pieces: each piece costs messages, and making its pages accessible.
  std::size_t bytes_fetched() const { return std::clamp(bytes_each_ / 4, bytes_min, fetched_max); }
  /// Returns the sub-message in which the address, which is in the buffer, lies.
  std::size_t index(const std::byte* address) const {
    assert(all_.contains(address));
    return static_cast<std::size_t>(address - all_.begin) / bytes_each_;
  }
  Pages operator[](std::size_t index) const {
    assert(index < count());
    std::byte* const begin = all_.begin + index * bytes_each_;
    return intersection({begin, begin + bytes_each_}, all_);
  }

 private:
  Pages all_;
  std::size_t bytes_each_;
};

}  // namespace tutti::overlap
