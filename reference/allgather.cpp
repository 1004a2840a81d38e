/// Allgather: every rank sends its block to every rank.
#include "reference/peers.hpp"

REFERENCE(allgather) {
  const Peers peers(call.comm);
  const auto block = [&](int rank) {
    return message(call.receive, call.receive_count, call.receive_type,
                   MPI_Aint{rank} * call.receive_count);
  };
  const bool in_place = call.send == MPI_IN_PLACE;
  const Message own =
      in_place ? block(peers.rank) : message(call.send, call.send_count, call.send_type);
  for (int distance = in_place ? 1 : 0; distance < peers.size; ++distance) {
    const int from = peers.behind(distance);
    peers.exchange(own, peers.ahead(distance), block(from), from);
  }
}
