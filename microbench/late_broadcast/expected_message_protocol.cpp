#include "microbench/late_broadcast/expected_message_protocol.hpp"

#include "contract/torus.hpp"
#include "optimized/protocol/protocol.hpp"

namespace tutti {
namespace {

/// Returns the last dimension in which the coordinates of rank and root differ: the broadcast brings
/// the message to the rank along it. -1 at the root.
int entry_dimension(const Torus& torus, int root, int rank) {
  int dimension = torus.dimensions() - 1;
  while (dimension >= 0 && torus.coordinate(rank, dimension) == torus.coordinate(root, dimension))
    --dimension;
  return dimension;
}

bool receive_along_the_same_line(const OneBroadcast& broadcast, int one, int other) {
  const Torus torus(broadcast.torus);
  const int dimension = entry_dimension(torus, broadcast.root, one);
  if (dimension != entry_dimension(torus, broadcast.root, other)) return false;
  for (int d = 0; d < dimension; ++d)
    if (torus.coordinate(one, d) != torus.coordinate(other, d)) return false;
  return true;
}

}  // namespace

bool waits_for_late(const OneBroadcast& broadcast, int rank) {
  if (broadcast.late < 0) return false;
  if (rank == broadcast.late || broadcast.protocol == global_vote) return true;
  const Shape shape{.collective = Collective::bcast,
                    .ranks = Torus(broadcast.torus).ranks(),
                    .root = broadcast.root,
                    .count = broadcast.bytes,
                    .torus = std::make_shared<const std::vector<int>>(broadcast.torus)};
  return find_algorithm(Collective::bcast, "neighborhood")
      ->algorithm->may_wait(shape, rank, broadcast.late);
}

Arrivals expected_arrivals(const OneBroadcast& broadcast, int rank) {
  if (rank == broadcast.root) return {};
  const bool eager = broadcast.misaligned >= 0 &&
                     (broadcast.protocol == global_vote ||
                      receive_along_the_same_line(broadcast, rank, broadcast.misaligned));
  return eager ? Arrivals{.eager = 1} : Arrivals{.put = 1};
}

}  // namespace tutti
