/// Alltoallw: every rank sends one block to every rank; blocks differ in length and datatype, and
/// displacements are in bytes.
#include "reference/peers.hpp"

REFERENCE(alltoallw) {
  exchange_with_all(
      call,
      [&](int to) {
        return message_at(call.send, call.send_displacements[to], call.send_counts[to],
                          call.send_types[to]);
      },
      [&](int from) {
        return message_at(call.receive, call.receive_displacements[from], call.receive_counts[from],
                          call.receive_types[from]);
      });
}
