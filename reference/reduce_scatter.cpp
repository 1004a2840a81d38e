/// Reduce-scatter: for every rank, a reduction of its block to that rank. Blocks are reduced in
/// ascending order: in place, a result overwrites only blocks that its rank has already sent.
#include "reference/peers.hpp"

REFERENCE(reduce_scatter) {
  const Peers peers(call.comm);
  const void* contributed = contribution(call).address;
  MPI_Aint first = 0;
  for (int root = 0; root < peers.size; ++root) {
    Call block = call;
    block.root = root;
    block.receive_count = call.receive_counts[root];
    block.send = message(contributed, block.receive_count, call.receive_type, first).address;
    reduce(block);
    first += block.receive_count;
  }
}
