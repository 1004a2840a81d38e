#pragma once

#include <cstdint>

#include "contract/call.hpp"

namespace tutti::overlap {

/// Waits until no memory that the call names at this rank is protected: a thread that executes the
/// call must not wait for data that it may have to fetch itself. The numbers of blocks are those of
/// ranks, or neighbours.
void wait_until_accessible(const Call& call, int rank, int sent_blocks, int received_blocks);

/// Does the same for the receive buffer only.
void wait_until_receive_blocks_accessible(const Call& call, int rank, int ranks);

/// Does the same for `count` elements at the address.
void wait_until_accessible(const void* address, std::int64_t count, MPI_Datatype type);

}  // namespace tutti::overlap
