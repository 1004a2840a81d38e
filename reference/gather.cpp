/// Gather: every rank sends its block to the root.
#include "reference/peers.hpp"

REFERENCE(gather) {
  const Peers peers(call.comm);
  const Message own = message(call.send, call.send_count, call.send_type);
  if (peers.rank != call.root) return peers.send(own, call.root);
  for (int peer = 0; peer < peers.size; ++peer) {
    const Message block = message(call.receive, call.receive_count, call.receive_type,
                                  MPI_Aint{peer} * call.receive_count);
    if (peer != call.root)
      peers.receive(block, peer);
    else if (call.send != MPI_IN_PLACE)
      peers.copy(own, block);
  }
}
