#pragma once

#include "contract/call.hpp"
#include "optimized/protocol.hpp"

namespace tutti::interpose {

/// Starts a call of the program, at this rank of its communicator, by a protocol that is startable()
/// there; the operation must be a built-in one.
/// The program may wait for the request, and free datatypes and communicator before.
/// Returns MPI's error code.
int start_for_program(const Protocol& protocol, const Call& call, int rank, MPI_Request* request);

}  // namespace tutti::interpose
