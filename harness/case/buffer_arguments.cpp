#include "harness/case/buffer_arguments.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "contract/splitmix.hpp"

namespace tutti {
namespace {

/// Returns whether this rank passes MPI_IN_PLACE: in a rooted collective, only the root does.
bool in_place_at(const Operation& operation, int rank) {
  if (operation.in_place == InPlace::no) return false;
  return !traits(operation.collective).rooted || rank == operation.root;
}

Side::Role send_role(const Problem& problem, int rank) {
  const Operation& operation = problem.operation;
  if (!traits(operation.collective).has_send_buffer) return Side::Role::absent;
  if (!holds_input(problem, rank)) return Side::Role::insignificant;
  return in_place_at(operation, rank) && !is_scatter(operation.collective)
             ? Side::Role::in_place
             : Side::Role::significant;
}

Side::Role receive_role(const Problem& problem, int rank) {
  const Operation& operation = problem.operation;
  const auto& about = traits(operation.collective);
  if (about.output.extent == Extent::nothing) return Side::Role::absent;
  // MPI leaves some results undefined, but where there is no root, it asks for the buffer all the same.
  if (about.rooted && !holds_output(problem, rank)) return Side::Role::insignificant;
  return in_place_at(operation, rank) && is_scatter(operation.collective) ? Side::Role::in_place
                                                                          : Side::Role::significant;
}

/// Returns whether a side of the call has a displacement for each block.
bool is_listed(const CollectiveTraits& about, const SideTraits& side) {
  return about.has_varying_blocks() && !about.reducing && side.extent == Extent::blocks;
}

std::vector<std::int64_t> receive_blocks(const Problem& problem, int rank) {
  const Operation& operation = problem.operation;
  // The buffer first holds the input of all blocks; the result overwrites its beginning.
  if (traits(operation.collective).reducing && in_place_at(operation, rank))
    return input_blocks(problem, rank);
  // MPI leaves this buffer undefined, but it must be passed like any other.
  if (operation.collective == Collective::exscan && rank == 0) return {operation.counts.front()};
  return output_blocks(problem, rank);
}

/// Returns the elements that each block has room for, if that may be more than it has.
std::int64_t room_of(const SideTraits& side, const Operation& operation) {
  const auto& about = traits(operation.collective);
  const bool for_neighbours = about.neighbourhood && side.extent == Extent::blocks;
  return for_neighbours && !about.has_varying_blocks() ? operation.counts.front() : 0;
}

/// Sets the datatypes of a side that has blocks. With one datatype per block, each pair of ranks has
/// a layout of its own.
void choose_types(Side& side, const Problem& problem, const std::vector<Layout>& layouts,
                  int rank) {
  if (traits(problem.operation.collective).reducing) {
    side.types = {
        {problem.operation.receive_layouts.front(), combined_elements_per_instance(problem)}};
  } else if (side.typed_per_block) {
    int index = rank * problem.ranks;
    for (const std::int64_t& elements : side.blocks) {
      const Layout layout = of_rank(layouts, index++);
      side.types.push_back({layout, elements_per_instance_of(layout, std::span(&elements, 1))});
    }
    if (side.types.empty()) side.types.emplace_back();
  } else {
    const Layout layout = of_rank(layouts, rank);
    side.types = {{layout, elements_per_instance_of(layout, side.blocks)}};
  }
}

std::uint64_t scatter_key(const Problem& problem, int rank, bool receiving) {
  if (!problem.operation.scattered) return 0;
  return mix(problem.key, static_cast<std::uint64_t>(2 * rank + receiving)) | 1;
}

/// Returns the order in which the blocks lie in memory.
std::vector<std::size_t> order_of_blocks(std::size_t blocks, std::uint64_t scatter_key) {
  std::vector<std::size_t> order(blocks);
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (scatter_key != 0)
    std::ranges::sort(order, {}, [=](std::size_t block) { return mix(scatter_key, block); });
  return order;
}

/// Sets the displacements of blocks that lie one behind the other, or in random order with a hole
/// of one to three extents, or slots, before every block.
void displace(Placement& placement, std::uint64_t scatter_key) {
  placement.displacements.reserve(1);
  placement.displacements.resize(placement.counts.size());
  RandomSequence draws(scatter_key);
  std::int64_t next = 0;
  for (const std::size_t block : order_of_blocks(placement.counts.size(), scatter_key)) {
    if (scatter_key != 0) next += 1 + static_cast<int>(draws.below(3));
    const Typemap& map = placement.map(block);
    const int count = placement.counts[block];
    if (!placement.typed_per_block) {
      placement.displacements[block] = static_cast<int>(next);
      next += std::max(count, placement.room);
    } else if (count > 0) {
      const auto [low, high] = slots_of(map, count);
      placement.displacements[block] = static_cast<int>((next - low) * bytes_of(map.element));
      next += high - low;
    }
  }
}

}  // namespace

Side send_side(const Problem& problem, int rank) {
  const Operation& operation = problem.operation;
  Side side{.role = send_role(problem, rank)};
  side.listed = is_listed(traits(operation.collective), traits(operation.collective).input);
  side.typed_per_block = traits(operation.collective).typed_per_block;
  if (side.role != Side::Role::significant) return side;
  side.blocks = input_blocks(problem, rank);
  side.room = room_of(traits(operation.collective).input, operation);
  side.offset = of_rank(operation.send_offsets, rank);
  if (side.listed) side.scatter_key = scatter_key(problem, rank, false);
  choose_types(side, problem, operation.send_layouts, rank);
  return side;
}

Side receive_side(const Problem& problem, int rank) {
  const Operation& operation = problem.operation;
  Side side{.role = receive_role(problem, rank)};
  side.listed = is_listed(traits(operation.collective), traits(operation.collective).output);
  side.typed_per_block = traits(operation.collective).typed_per_block;
  if (side.role != Side::Role::significant) return side;
  side.blocks = receive_blocks(problem, rank);
  side.room = room_of(traits(operation.collective).output, operation);
  side.offset = of_rank(operation.receive_offsets, rank);
  if (side.listed) side.scatter_key = scatter_key(problem, rank, true);
  choose_types(side, problem, operation.receive_layouts, rank);
  return side;
}

Placement place_blocks(const Side& side, std::vector<std::shared_ptr<const MessageType>> types) {
  Placement placement{.types = std::move(types),
                      .counts = {},
                      .displacements = {},
                      .typed_per_block = side.typed_per_block};
  placement.counts.reserve(1);  // so that lists without entries have an address
  for (std::size_t block = 0; block < side.blocks.size(); ++block)
    placement.counts.push_back(
        static_cast<int>(placement.map(block).instances(side.blocks[block])));
  if (side.room > 0) placement.room = static_cast<int>(placement.map(0).instances(side.room));
  displace(placement, side.scatter_key);
  return placement;
}

int first_input_block(const Problem& problem, int rank) {
  const Operation& operation = problem.operation;
  if (operation.collective == Collective::bcast) return rank == operation.root ? 0 : -1;
  if (traits(operation.collective).alone) return 0;
  if (is_scatter(operation.collective) || !in_place_at(operation, rank)) return -1;
  return traits(operation.collective).input.extent == Extent::block ? rank : 0;
}

}  // namespace tutti
