#pragma once

#include <cstdint>

#include "harness/case/case.hpp"

namespace tutti {

/// Returns a random valid case of one operation, for tests: a pure function of the seed. Varies all
/// fields but subject, law and delays. Vectors have up to three entries, and counts are below 40.
Case random_case(std::uint64_t seed, int ranks);

}  // namespace tutti
