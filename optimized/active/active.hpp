#pragma once

#include "contract/call.hpp"
#include "optimized/active/message_protocol.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti::active {

/// Executes the algorithm's schedule over active messages: two layers instead of three. Called by
/// all ranks of the communicator. Throws MpiError, and FabricError where a peer is gone.
/// Source: US patent 8,056,090.
void run(const Call& call, const Algorithm& algorithm, const Shape& shape,
         const Parameters& parameters, MessageProtocol protocol);

}  // namespace tutti::active
