#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// For all algorithms of neighbourhoods: they need to know who is whose neighbour.
inline bool on_topology(const Shape& shape) { return shape.topology != nullptr; }

inline bool on_grid(const Shape& shape) { return shape.topology && shape.topology->is_grid(); }

/// The blocks that a rank exchanges with one neighbour, in an order on which both agree.
struct NeighbourBlocks {
  int peer = 0;
  std::vector<int> blocks;
};

/// Returns the exchanges grouped by neighbour, in the order in which the neighbours first occur.
inline std::vector<NeighbourBlocks> grouped(const std::vector<Topology::Exchange>& exchanges) {
  std::vector<NeighbourBlocks> groups;
  for (const auto& [peer, block] : exchanges) {
    auto group = std::ranges::find(groups, peer, &NeighbourBlocks::peer);
    if (group == groups.end()) group = groups.insert(group, {peer, {}});
    group->blocks.push_back(block);
  }
  return groups;
}

/// Returns what a rank sends as the given block: all that it has, if every neighbour gets the same.
inline Region sent_block(const Shape& shape, int block) {
  const bool same = traits(shape.collective).input.extent == Extent::block;
  return input({same ? 0 : block * shape.count, shape.count});
}

inline Region received_block(const Shape& shape, int block) {
  return output({block * shape.count, shape.count});
}

/// Copies the blocks of edges that lead from the rank to itself.
inline void copy_own_blocks(const Shape& shape, int rank, ScheduleBuilder& schedule) {
  const auto sent = shape.topology->sent_by(rank), received = shape.topology->received_by(rank);
  auto target = received.begin();
  for (const auto& [peer, block] : sent) {
    if (peer != rank) continue;
    target = std::find_if(target, received.end(), [&](const auto& it) { return it.peer == rank; });
    schedule.copy(sent_block(shape, block), received_block(shape, target->block));
    ++target;
  }
}

/// Sends each block that `wanted(block)` in a message of its own, and receives likewise.
template <class Wanted>
void exchange_blocks(const Shape& shape, int rank, ScheduleBuilder& schedule, Wanted wanted) {
  for (const auto& [peer, block] : shape.topology->received_by(rank))
    if (peer != rank && wanted(block)) schedule.receive(peer, received_block(shape, block));
  for (const auto& [peer, block] : shape.topology->sent_by(rank))
    if (peer != rank && wanted(block)) schedule.send(peer, sent_block(shape, block));
}

/// Exchanges along one dimension of the grid after the other: a rank goes on when the blocks of a
/// dimension have arrived. All ranks have the same order, so that none waits for ever.
inline void exchange_by_dimension(const Shape& shape, const Parameters&, int rank,
                                  ScheduleBuilder& schedule) {
  copy_own_blocks(shape, rank, schedule);
  const auto dimensions = static_cast<int>(shape.topology->extents().size());
  for (int dimension = 0; dimension < dimensions; ++dimension) {
    if (dimension > 0) schedule.fence();
    exchange_blocks(shape, rank, schedule, [&](int block) { return block / 2 == dimension; });
  }
}

/// Exchanges all blocks at once.
inline void exchange_at_once(const Shape& shape, const Parameters&, int rank,
                             ScheduleBuilder& schedule) {
  copy_own_blocks(shape, rank, schedule);
  exchange_blocks(shape, rank, schedule, [](int) { return true; });
}

/// Sends what is the same for all neighbours to each of them once, however many edges lead there.
inline void exchange_same(const Shape& shape, const Parameters&, int rank,
                          ScheduleBuilder& schedule) {
  copy_own_blocks(shape, rank, schedule);
  for (const auto& [peer, blocks] : grouped(shape.topology->received_by(rank))) {
    if (peer == rank) continue;
    const Region first = received_block(shape, blocks.front());
    schedule.receive(peer, first);
    for (std::size_t i = 1; i < blocks.size(); ++i)
      schedule.copy(first, received_block(shape, blocks[i]));
  }
  for (const auto& [peer, blocks] : grouped(shape.topology->sent_by(rank)))
    if (peer != rank) schedule.send(peer, sent_block(shape, blocks.front()));
}

/// Returns the rounds on a grid: as many as some rank in its middle has messages to send. `combining`:
/// one message goes to a neighbour in both directions. On a graph, returns an upper bound.
inline std::int64_t rounds_between_neighbours(const Shape& shape, bool combining,
                                              std::int64_t messages) {
  const Topology& topology = *shape.topology;
  if (!topology.is_grid()) return messages;
  std::int64_t rounds = 0;
  for (int dimension = 0; const int extent : topology.extents()) {
    const bool one_edge = extent == 2 && (combining || !topology.is_periodic(dimension));
    rounds += extent == 1 ? 0 : one_edge ? 1 : 2;
    ++dimension;
  }
  return rounds;
}

/// Returns the cost of one message per block.
inline Cost direct_exchange_cost(const Shape& shape, const Parameters&) {
  std::int64_t messages = 0;
  for (int rank = 0; rank < shape.ranks; ++rank)
    for (const auto& [peer, block] : shape.topology->sent_by(rank)) messages += peer != rank;
  return {.rounds = rounds_between_neighbours(shape, false, messages),
          .messages = messages,
          .units = messages * shape.count};
}

/// Returns the cost of one message per neighbour.
inline Cost combined_exchange_cost(const Shape& shape, const Parameters& parameters) {
  std::int64_t messages = 0;
  for (int rank = 0; rank < shape.ranks; ++rank)
    for (const auto& group : grouped(shape.topology->sent_by(rank))) messages += group.peer != rank;
  const bool same = traits(shape.collective).input.extent == Extent::block;
  return {.rounds = rounds_between_neighbours(shape, true, messages),
          .messages = messages,
          .units = same ? messages * shape.count : direct_exchange_cost(shape, parameters).units};
}

}  // namespace tutti
