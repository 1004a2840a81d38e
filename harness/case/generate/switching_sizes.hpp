#pragma once

#include <array>
#include <cstdint>

namespace tutti {

/// Message sizes in bytes at which MPI libraries are known to switch algorithms or message
/// protocols, and segment sizes that they use. Cases lie at, one below and one above each.
inline constexpr std::array<std::int64_t, 16> switching_bytes{
    128,   256,   512,   1024,  2048,   4096,   8192,   12288,
    16384, 32768, 65536, 81920, 131072, 262144, 524288, 1048576};

inline constexpr std::int64_t medium_bytes = 64 * 1024;  ///< of all blocks of a buffer
inline constexpr std::int64_t large_bytes = 1024 * 1024;
inline constexpr std::int64_t huge_bytes = std::int64_t{1} << 31;  ///< more than an int counts

/// The largest buffer of a rank, so that a case takes milliseconds.
inline constexpr std::int64_t most_bytes = 4 * 1024 * 1024;

}  // namespace tutti
