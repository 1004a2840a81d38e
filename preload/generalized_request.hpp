#pragma once

#include <memory>
#include <span>
#include <vector>

#include "contract/call.hpp"
#include "optimized/protocol/protocol.hpp"
#include "preload/handles_in_use.hpp"

namespace tutti::preload {

/// The handles of the program's own that a call uses.
struct Handles {
  std::vector<std::shared_ptr<TypesInUse::Held>> types;
  std::shared_ptr<OpsInUse::Held> op;  ///< null if it uses none
};

/// Starts a call of the program by a protocol that is startable() on its communicator. Before the
/// program waits for the request, it may free the handles and the communicator. Returns MPI's error
/// code.
int start_for_program(const Protocol& protocol, const Call& call, Handles handles,
                      MPI_Request* request);

/// Waits until those of the requests that start_for_program() made are complete, but leaves them to the
/// program.
void wait_for_started_calls(std::span<const MPI_Request> requests);

}  // namespace tutti::preload
