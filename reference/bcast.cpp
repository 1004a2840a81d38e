/// Broadcast: the root sends its message to every other rank.
#include "reference/peers.hpp"

REFERENCE(bcast) {
  const Peers peers(call.comm);
  const Message whole = message(call.receive, call.receive_count, call.receive_type);
  if (peers.rank != call.root) return peers.receive(whole, call.root);
  for (int peer = 0; peer < peers.size; ++peer)
    if (peer != call.root) peers.send(whole, peer);
}
