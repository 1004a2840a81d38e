#pragma once

#include <cstdint>

#include "harness/case/case.hpp"

namespace tutti {

/// Some legal case, for tests: a pure function of the seed, all axes in it. The values per rank
/// are up to three, the counts small.
Case random_case(std::uint64_t seed, int ranks);

}  // namespace tutti
