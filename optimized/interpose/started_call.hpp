#pragma once

#include <memory>

#include "contract/call.hpp"
#include "optimized/interpose/ops_in_use.hpp"
#include "optimized/protocol.hpp"

namespace tutti::interpose {

/// Starts a call of the program, at this rank of its communicator, by a protocol that is startable()
/// there. `op` is the operation if it is the program's own, else null.
/// The program may wait for the request, and free datatypes and communicator before.
/// Returns MPI's error code.
int start_for_program(const Protocol& protocol, const Call& call, int rank,
                      std::shared_ptr<HeldOp> op, MPI_Request* request);

}  // namespace tutti::interpose
