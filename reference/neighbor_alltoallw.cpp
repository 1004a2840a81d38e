/// Neighbor_alltoallw: every rank sends a block to each of its neighbours; blocks differ in length and
/// datatype, and displacements are in bytes.
#include "reference/neighbours.hpp"

REFERENCE(neighbor_alltoallw) {
  Neighbours(call.comm).exchange(
      [&](std::size_t i) {
        return message_at(call.send, call.send_displacements[i], call.send_counts[i],
                          call.send_types[i]);
      },
      [&](std::size_t i) {
        return message_at(call.receive, call.receive_displacements[i], call.receive_counts[i],
                          call.receive_types[i]);
      });
}
