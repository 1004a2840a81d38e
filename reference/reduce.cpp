/// Reduce: the root combines the contributions in the order of the ranks, from the last one down.
#include "reference/peers.hpp"

REFERENCE(reduce) {
  const Peers peers(call.comm);
  const Message own = contribution(call);
  if (peers.rank != call.root) return peers.send(own, call.root);

  const TypedMemory result_memory(own.type, own.count), next_memory(own.type, own.count);
  const Message result = message(result_memory.address(), own.count, own.type);
  const Message next = message(next_memory.address(), own.count, own.type);
  for (int peer = peers.size - 1; peer >= 0; --peer) {
    const bool first = peer == peers.size - 1;
    const Message& target = first ? result : next;
    peer == call.root ? peers.copy(own, target) : peers.receive(target, peer);
    if (!first) combine(next, result, call.op);
  }
  peers.copy(result, message(call.receive, own.count, own.type));
}
