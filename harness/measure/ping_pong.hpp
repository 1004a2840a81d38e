#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tutti {

/// Bytes of the messages that are timed: from one page to more than caches hold.
constexpr std::int64_t ping_pong_bytes[]{4096, 16384, 65536, 262144, 1 << 20, 4 << 20, 16 << 20};

/// Microseconds that messages of ping_pong_bytes, by which the samples are named, take from rank 0 to the
/// last one, half of the way there and back, at rank 0; elsewhere no samples. Over the MPI library itself.
/// Collective, on two ranks or more.
std::map<std::string, std::vector<double>> ping_pongs_us();

}  // namespace tutti
