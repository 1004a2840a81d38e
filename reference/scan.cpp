/// Scan: every rank combines what it receives from the rank before with its contribution, and sends
/// the result to the next rank.
#include "reference/peers.hpp"

REFERENCE(scan) {
  const Peers peers(call.comm);
  const Message result = message(call.receive, call.receive_count, call.receive_type);
  if (call.send != MPI_IN_PLACE) peers.copy(contribution(call), result);
  if (peers.rank > 0) {
    const TypedMemory memory(result.type, result.count);
    const Message before = message(memory.address(), result.count, result.type);
    peers.receive(before, peers.rank - 1);
    combine(before, result, call.op);
  }
  if (peers.rank + 1 < peers.size) peers.send(result, peers.rank + 1);
}
