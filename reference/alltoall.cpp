/// Alltoall: every rank sends one block to every rank.
#include "reference/peers.hpp"

REFERENCE(alltoall) {
  exchange_with_all(
      call,
      [&](int to) {
        return message(call.send, call.send_count, call.send_type, MPI_Aint{to} * call.send_count);
      },
      [&](int from) {
        return message(call.receive, call.receive_count, call.receive_type,
                       MPI_Aint{from} * call.receive_count);
      });
}
