#pragma once

#include <optional>

#include "contract/call.hpp"
#include "optimized/protocol/protocol.hpp"
#include "preload/generalized_request.hpp"

namespace tutti::preload {

/// Makes persistent requests possible. Collective over MPI_COMM_WORLD. Throws MpiError.
void prepare_persistent_requests();

/// Returns whether this process and the others may have one more persistent request. Each takes a
/// communicator of the library. Collective over the communicator. Throws MpiError.
bool has_room_for_persistent_request(MPI_Comm comm);

/// Makes a persistent request for a call by a protocol of the active engine. The library's functions take
/// it, except that it is started and freed by the functions below. The program may free the handles and
/// the communicator before the request. Collective over the communicator. Returns MPI's error code; throws
/// MpiError and FabricError.
int make_persistent_request(const Protocol& protocol, const Call& call, Handles handles,
                            MPI_Request* request);

/// Starts the call of such a request, and returns MPI's error code. Returns nothing for any other request.
std::optional<int> start_persistent_request(MPI_Request request);

/// Does what MPI_Request_free does, for any request.
int free_request(MPI_Request* request);

}  // namespace tutti::preload
