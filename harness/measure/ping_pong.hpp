#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tutti {

/// Sizes in bytes of the messages that are timed: from one page to more than caches hold.
constexpr std::int64_t ping_pong_bytes[]{4096, 16384, 65536, 262144, 1 << 20, 4 << 20, 16 << 20};

/// Measures ping-pong messages of each of ping_pong_bytes between rank 0 and the last rank, over
/// the MPI library itself. Returns at rank 0, by size, samples of half the round-trip time in
/// microseconds; elsewhere no samples. Collective over MPI_COMM_WORLD, which must have at least two
/// ranks.
std::map<std::string, std::vector<double>> ping_pongs_us();

}  // namespace tutti
