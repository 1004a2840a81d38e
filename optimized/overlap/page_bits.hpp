#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace tutti::overlap {

/// One bit for each page of a range, in memory that the caller owns. May be read in signal
/// handlers, and while other threads change the bits.
class PageBits {
 public:
  using Word = std::atomic<std::uint64_t>;
  static constexpr std::size_t word_bits = 64;

  explicit PageBits(Word* words) : words_(words) {}

  void set(std::size_t first, std::size_t last) {
    for_each_word(first, last, [](Word& word, std::uint64_t bits) { word |= bits; });
  }
  void clear(std::size_t first, std::size_t last) {
    for_each_word(first, last, [](Word& word, std::uint64_t bits) { word &= ~bits; });
  }
  /// Returns the first page in [first, last) whose bit is set, or `last` if there is none.
  std::size_t next_set(std::size_t first, std::size_t last) const {
    return next(first, last, [](std::uint64_t word) { return word; });
  }
  std::size_t next_clear(std::size_t first, std::size_t last) const {
    return next(first, last, [](std::uint64_t word) { return ~word; });
  }

 private:
  template <class Change>
  void for_each_word(std::size_t first, std::size_t last, Change change) {
    while (first < last) {
      const std::size_t offset = first % word_bits;
      const std::size_t bits = std::min(word_bits - offset, last - first);
      change(words_[first / word_bits], ~std::uint64_t{0} >> (word_bits - bits) << offset);
      first += bits;
    }
  }

  template <class Wanted>
  std::size_t next(std::size_t first, std::size_t last, Wanted wanted) const {
    while (first < last) {
      const std::size_t offset = first % word_bits;
      const std::uint64_t found = wanted(words_[first / word_bits].load()) >> offset;
      if (found != 0)
        return std::min(last, first + static_cast<std::size_t>(std::countr_zero(found)));
      first += word_bits - offset;
    }
    return last;
  }

  Word* words_;
};

}  // namespace tutti::overlap
