#pragma once

#include <cstdint>

namespace npb {

/// The pseudo-random numbers of NPB: x[k + 1] = 5^13 x[k] mod 2^46 from x[0] = 314159265, each
/// divided by 2^46.
/// Source: Bailey et al., The NAS Parallel Benchmarks, RNR-94-007, 2.3.
class NasRandom {
 public:
  /// Begins after this many numbers of the sequence, which takes 2 log2(skipped) multiplications.
  explicit NasRandom(std::uint64_t skipped) : x_(first * power(multiplier, skipped) % modulus) {}

  /// Returns the next number, strictly between 0 and 1, and exact.
  double next() {
    x_ = multiplier * x_ % modulus;
    return static_cast<double>(x_) * 0x1p-46;
  }

 private:
  // The modulus divides 2^64, so that products may wrap around.
  static constexpr std::uint64_t modulus = std::uint64_t{1} << 46;
  static constexpr std::uint64_t multiplier = 1220703125;
  static constexpr std::uint64_t first = 314159265;

  static std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
    std::uint64_t product = 1;
    for (; exponent != 0; exponent /= 2, base *= base)
      if (exponent % 2 != 0) product *= base;
    return product;
  }

  std::uint64_t x_;
};

}  // namespace npb
