/// Barrier: every rank signals rank 0, then rank 0 signals every rank.
#include "reference/peers.hpp"

REFERENCE(barrier) {
  const Peers peers(call.comm);
  if (peers.rank != 0) {
    peers.send({}, 0);
    peers.receive({}, 0);
    return;
  }
  for (int peer = 1; peer < peers.size; ++peer) peers.receive({}, peer);
  for (int peer = 1; peer < peers.size; ++peer) peers.send({}, peer);
}
