#pragma once

#include "contract/call.hpp"
#include "contract/shape.hpp"

namespace tutti {

/// The shape of a call, from the arguments that are significant at this rank: the same at every
/// rank of a correct call. Throws MpiError for handles that MPI rejects.
Shape shape_of(const Call& call);
/// The same for who knows already which rank of how many this is.
Shape shape_of(const Call& call, int rank, int ranks);

}  // namespace tutti
