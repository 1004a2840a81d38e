/// Gatherv: every rank sends its block to the root, which knows the place of each.
#include "reference/peers.hpp"

REFERENCE(gatherv) {
  const Peers peers(call.comm);
  const Message own = message(call.send, call.send_count, call.send_type);
  if (peers.rank != call.root) return peers.send(own, call.root);
  for (int peer = 0; peer < peers.size; ++peer) {
    const Message block = message(call.receive, call.receive_counts[peer], call.receive_type,
                                  call.receive_displacements[peer]);
    if (peer != call.root)
      peers.receive(block, peer);
    else if (call.send != MPI_IN_PLACE)
      peers.copy(own, block);
  }
}
