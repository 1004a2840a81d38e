/// Alltoall: every rank sends one block to every rank. In place, every pair of ranks swaps its two
/// blocks; each rank takes its peers in ascending order, which orders the pairs alike at all ranks,
/// so that no deadlock arises.
#include "reference/peers.hpp"

REFERENCE(alltoall) {
  const Peers peers(call.comm);
  const auto received = [&](int rank) {
    return message(call.receive, call.receive_count, call.receive_type,
                   MPI_Aint{rank} * call.receive_count);
  };
  if (call.send == MPI_IN_PLACE) {
    for (int peer = 0; peer < peers.size; ++peer)
      if (peer != peers.rank) peers.swap(received(peer), peer);
    return;
  }
  for (int distance = 0; distance < peers.size; ++distance) {
    const int to = peers.ahead(distance), from = peers.behind(distance);
    const Message sent =
        message(call.send, call.send_count, call.send_type, MPI_Aint{to} * call.send_count);
    peers.exchange(sent, to, received(from), from);
  }
}
