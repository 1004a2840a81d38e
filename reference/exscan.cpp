/// Exscan: every rank receives the combination of the ranks before it, and sends on that
/// combination followed by its own contribution. Rank 0 receives nothing.
#include "reference/peers.hpp"

REFERENCE(exscan) {
  const Peers peers(call.comm);
  const Message own = contribution(call);
  const TypedMemory memory(own.type, own.count);
  const Message through_own = message(memory.address(), own.count, own.type);
  peers.copy(own, through_own);
  if (peers.rank > 0) {
    const Message before = message(call.receive, own.count, own.type);
    peers.receive(before, peers.rank - 1);
    combine(before, through_own, call.op);
  }
  if (peers.rank + 1 < peers.size) peers.send(through_own, peers.rank + 1);
}
