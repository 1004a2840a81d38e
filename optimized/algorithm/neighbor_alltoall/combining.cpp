/// Combining neighbour alltoall: the blocks of all edges to the same neighbour travel in one message.
/// One message per pair of neighbours, as many rounds as neighbours of a rank: for small
/// blocks on grids with dimensions of two ranks, and on graphs with several edges between the same ranks.
/// Source: Träff & Hunold, Cartesian Collective Communication, ICPP 2019 (message combining).
#include "optimized/algorithm/support/neighbours.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  copy_own_blocks(shape, rank, schedule);
  const auto place_of = [&](Region message, std::size_t index) {
    return message.part({static_cast<std::int64_t>(index) * shape.count, shape.count});
  };
  for (const auto& [peer, blocks] : grouped(shape.topology->received_by(rank))) {
    if (peer == rank) continue;
    const bool alone = blocks.size() == 1;
    const Region message = alone ? received_block(shape, blocks.front())
                                 : schedule.scratch(std::ssize(blocks) * shape.count);
    schedule.receive(peer, message);
    for (std::size_t i = 0; !alone && i < blocks.size(); ++i)
      schedule.copy(place_of(message, i), received_block(shape, blocks[i]));
  }
  for (const auto& [peer, blocks] : grouped(shape.topology->sent_by(rank))) {
    if (peer == rank) continue;
    const bool alone = blocks.size() == 1;
    const Region message = alone ? sent_block(shape, blocks.front())
                                 : schedule.scratch(std::ssize(blocks) * shape.count);
    for (std::size_t i = 0; !alone && i < blocks.size(); ++i)
      schedule.copy(sent_block(shape, blocks[i]), place_of(message, i));
    schedule.send(peer, message);
  }
}

}  // namespace tutti

ALGORITHM(neighbor_alltoall, combining){tutti::on_topology, tutti::build,
                                        tutti::combined_exchange_cost};
