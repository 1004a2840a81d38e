#pragma once

#include <bit>
#include <cstdint>

namespace tutti {

/// Rounds in which something doubles from 1 to at least n, n >= 1.
inline int ceil_log2(std::int64_t n) { return std::bit_width(static_cast<std::uint64_t>(n - 1)); }

/// The exponent of the largest power of two up to n, n >= 1.
inline int floor_log2(std::int64_t n) { return std::bit_width(static_cast<std::uint64_t>(n)) - 1; }

/// The number of ones in the binary representations of 0 to n-1 together. Block i of a binomial
/// tree travels as many hops as i has ones; so many blocks are sent in all.
inline std::int64_t ones_below(std::int64_t n) {
  std::int64_t ones = 0;
  for (std::int64_t bit = 1; bit < n; bit *= 2) {
    const std::int64_t whole_periods = n / (2 * bit) * bit;
    const std::int64_t last_period = n % (2 * bit);
    ones += whole_periods + (last_period > bit ? last_period - bit : 0);
  }
  return ones;
}

/// Messages of a dissemination along a line: in round k every rank below p - 2^k sends one.
inline std::int64_t line_messages(std::int64_t ranks) {
  std::int64_t messages = 0;
  for (std::int64_t distance = 1; distance < ranks; distance *= 2) messages += ranks - distance;
  return messages;
}

}  // namespace tutti
