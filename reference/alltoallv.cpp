/// Alltoallv: every rank sends one block to every rank; blocks differ in length.
#include "reference/peers.hpp"

REFERENCE(alltoallv) {
  exchange_with_all(
      call,
      [&](int to) {
        return message(call.send, call.send_counts[to], call.send_type,
                       call.send_displacements[to]);
      },
      [&](int from) {
        return message(call.receive, call.receive_counts[from], call.receive_type,
                       call.receive_displacements[from]);
      });
}
