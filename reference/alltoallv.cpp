/// Alltoallv: every rank sends one block to every rank; blocks differ in length. In place as in
/// alltoall.
#include "reference/peers.hpp"

REFERENCE(alltoallv) {
  const Peers peers(call.comm);
  const auto received = [&](int rank) {
    return message(call.receive, call.receive_counts[rank], call.receive_type,
                   call.receive_displacements[rank]);
  };
  if (call.send == MPI_IN_PLACE) {
    for (int peer = 0; peer < peers.size; ++peer)
      if (peer != peers.rank) peers.swap(received(peer), peer);
    return;
  }
  for (int distance = 0; distance < peers.size; ++distance) {
    const int to = peers.ahead(distance), from = peers.behind(distance);
    const Message sent =
        message(call.send, call.send_counts[to], call.send_type, call.send_displacements[to]);
    peers.exchange(sent, to, received(from), from);
  }
}
