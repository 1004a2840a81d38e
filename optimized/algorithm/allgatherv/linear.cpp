/// Linear allgatherv: every rank sends its block to every other one.
/// p-1 rounds, every block sent p-1 times, no block waits for another: good for few ranks and for
/// blocks of very unequal length.
/// Source: MPI standard, the definition of MPI_Allgatherv.
#include "optimized/algorithm/support/allgather.hpp"
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/ring.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const Blocks blocks(shape);
  const int p = shape.ranks;
  const Region own = input({0, blocks[rank].length});
  schedule.copy(own, output(blocks[rank]));
  for (int distance = 1; distance < p; ++distance) {
    const int sender = (rank - distance + p) % p;
    schedule.receive(sender, output(blocks[sender]));
    schedule.send((rank + distance) % p, own);
  }
}

}  // namespace tutti

ALGORITHM(allgatherv, linear){tutti::always, tutti::build, tutti::allgather_cost_of_p_rounds};
