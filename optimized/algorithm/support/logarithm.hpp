#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace tutti {

/// Returns the number of rounds in which a number that doubles per round grows from 1 to at least
/// n, n >= 1.
inline int ceil_log2(std::int64_t n) { return std::bit_width(static_cast<std::uint64_t>(n - 1)); }

/// Returns the exponent of the largest power of two up to n, n >= 1.
inline int floor_log2(std::int64_t n) { return std::bit_width(static_cast<std::uint64_t>(n)) - 1; }

/// Returns the number of rounds in which a number grows from 1 to n if it grows k-fold in k-1
/// rounds, n >= 1.
inline std::int64_t knomial_rounds(std::int64_t n, std::int64_t radix) {
  std::int64_t rounds = 0, width = 1;
  for (; width * radix < n; width *= radix) rounds += radix - 1;
  return rounds + (n + width - 1) / width - 1;
}

/// Returns the number of digits other than 0 in all numbers from 0 to n-1 together. Block i of a
/// k-nomial tree travels as many hops as i has such digits in base k, so that this is the number of
/// blocks sent in all.
inline std::int64_t nonzero_digits_below(std::int64_t n, std::int64_t radix = 2) {
  std::int64_t digits = 0;
  for (std::int64_t width = 1; width < n; width *= radix) {
    const auto period = width * radix;
    digits += n - n / period * width - std::min(n % period, width);
  }
  return digits;
}

/// Returns the number of messages of a dissemination along a line: in round k every rank below p -
/// 2^k sends one.
inline std::int64_t line_messages(std::int64_t ranks) {
  std::int64_t messages = 0;
  for (std::int64_t distance = 1; distance < ranks; distance *= 2) messages += ranks - distance;
  return messages;
}

}  // namespace tutti
