#pragma once

#include <cstdint>

#include "contract/call.hpp"

namespace tutti::overlap {

/// Waits until nothing of the memory that the call names at this rank is closed: who executes it must not
/// wait for data that may be his own to fetch.
void wait_until_accessible(const Call& call, int rank, int ranks);

/// The same for what arrives there alone.
void wait_until_receive_blocks_accessible(const Call& call, int rank, int ranks);

/// The same for `count` elements at the address.
void wait_until_accessible(const void* address, std::int64_t count, MPI_Datatype type);

}  // namespace tutti::overlap
