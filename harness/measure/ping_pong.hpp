#pragma once

#include <cstdint>
#include <vector>

#include "harness/measure/exchange.hpp"

namespace tutti {

/// Microseconds that messages of so many bytes take from rank 0 to the last one, half of the way there and
/// back, at rank 0; elsewhere nothing. Over the MPI library itself. Collective, on two ranks or more.
std::vector<double> ping_pong_us(const Exchange& world, std::int64_t bytes);

}  // namespace tutti
