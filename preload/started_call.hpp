#pragma once

#include <memory>

#include "contract/call.hpp"
#include "optimized/protocol/protocol.hpp"
#include "preload/handles_in_use.hpp"

namespace tutti::preload {

/// What a call uses that the program has made; null where it uses none.
struct Handles {
  std::shared_ptr<TypesInUse::Held> send_type, receive_type;
  std::shared_ptr<OpsInUse::Held> op;
};

/// Starts a call of the program by a protocol that is startable() on its communicator.
/// The program may wait for the request, and free handles and communicator before.
/// Returns MPI's error code.
int start_for_program(const Protocol& protocol, const Call& call, Handles handles,
                      MPI_Request* request);

}  // namespace tutti::preload
