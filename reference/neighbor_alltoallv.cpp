/// Neighbor_alltoallv: every rank sends a block to each of its neighbours; blocks differ in length.
#include "reference/neighbours.hpp"

REFERENCE(neighbor_alltoallv) {
  Neighbours(call.comm).exchange(
      [&](std::size_t i) {
        return message(call.send, call.send_counts[i], call.send_type, call.send_displacements[i]);
      },
      [&](std::size_t i) {
        return message(call.receive, call.receive_counts[i], call.receive_type,
                       call.receive_displacements[i]);
      });
}
