/// Neighbor_alltoall: every rank sends a block to each of its neighbours.
#include "reference/neighbours.hpp"

REFERENCE(neighbor_alltoall) {
  Neighbours(call.comm).exchange(
      [&](std::size_t i) {
        return message(call.send, call.send_count, call.send_type,
                       static_cast<MPI_Aint>(i) * call.send_count);
      },
      [&](std::size_t i) {
        return message(call.receive, call.receive_count, call.receive_type,
                       static_cast<MPI_Aint>(i) * call.receive_count);
      });
}
