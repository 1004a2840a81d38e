/// Scatterv: the root, which knows the place of each block, sends every rank its block.
#include "reference/peers.hpp"

REFERENCE(scatterv) {
  const Peers peers(call.comm);
  const Message own = message(call.receive, call.receive_count, call.receive_type);
  if (peers.rank != call.root) return peers.receive(own, call.root);
  for (int peer = 0; peer < peers.size; ++peer) {
    const Message block =
        message(call.send, call.send_counts[peer], call.send_type, call.send_displacements[peer]);
    if (peer != call.root)
      peers.send(block, peer);
    else if (call.receive != MPI_IN_PLACE)
      peers.copy(block, own);
  }
}
