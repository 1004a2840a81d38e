/// Reduce-scatter of equal blocks.
#include <vector>

#include "reference/peers.hpp"

REFERENCE(reduce_scatter_block) {
  const std::vector<MPI_Count> counts(static_cast<std::size_t>(Peers(call.comm).size),
                                      call.receive_count);
  Call step = call;
  step.receive_counts = counts.data();
  reduce_scatter(step);
}
