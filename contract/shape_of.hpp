#pragma once

#include "contract/call.hpp"
#include "contract/shape.hpp"

namespace tutti {

/// Returns the shape of a call, from the arguments that are significant at this rank: the same at
/// every rank of a correct call, but for what Shape says of neighbours. Throws MpiError for handles that
/// MPI rejects.
Shape shape_of(const Call& call);
/// Does the same without asking MPI for the rank, the number of ranks and the topology.
Shape shape_of(const Call& call, int rank, int ranks,
               const std::shared_ptr<const Topology>& topology);

}  // namespace tutti
