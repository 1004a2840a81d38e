#pragma once

#include <cstdint>

namespace tutti {

/// Scrambles 64 bits with the finalizer of SplitMix64 (Steele, Lea & Flood 2014).
constexpr std::uint64_t scramble(std::uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

/// Returns a key derived from a key and one more value.
constexpr std::uint64_t mix(std::uint64_t key, std::uint64_t value) {
  return scramble(key + 0x9e3779b97f4a7c15 * (value + 1));
}

/// A short sequence of pseudo-random numbers that is determined by a key.
class RandomSequence {
 public:
  explicit constexpr RandomSequence(std::uint64_t key) : key_(key) {}

  constexpr std::uint64_t next() { return scramble(key_ += 0x9e3779b97f4a7c15); }
  /// Returns a number in [0, bound).
  constexpr std::uint64_t below(std::uint64_t bound) { return next() % bound; }
  constexpr bool coin() { return next() >> 63; }

 private:
  std::uint64_t key_;
};

}  // namespace tutti
