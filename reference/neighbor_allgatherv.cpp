/// Neighbor_allgatherv: every rank sends its block to each of its neighbours; blocks differ in length.
#include "reference/neighbours.hpp"

REFERENCE(neighbor_allgatherv) {
  Neighbours(call.comm).exchange(
      [&](std::size_t) { return message(call.send, call.send_count, call.send_type); },
      [&](std::size_t i) {
        return message(call.receive, call.receive_counts[i], call.receive_type,
                       call.receive_displacements[i]);
      });
}
