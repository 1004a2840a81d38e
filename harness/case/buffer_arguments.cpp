#include "harness/case/buffer_arguments.hpp"

#include <algorithm>
#include <numeric>

#include "contract/splitmix.hpp"

namespace tutti {
namespace {

/// Returns whether this rank passes MPI_IN_PLACE: in a rooted collective, only the root does.
bool in_place_at(const Operation& operation, int rank) {
  if (operation.in_place == InPlace::no) return false;
  return !traits(operation.collective).rooted || rank == operation.root;
}

Side::Role send_role(const Operation& operation, int rank) {
  const auto& about = traits(operation.collective);
  if (!about.has_send_buffer) return Side::Role::absent;
  if (!about.input.is_held_by(rank, operation.root)) return Side::Role::insignificant;
  return in_place_at(operation, rank) && !is_scatter(operation.collective)
             ? Side::Role::in_place
             : Side::Role::significant;
}

Side::Role receive_role(const Operation& operation, int rank) {
  const auto& output = traits(operation.collective).output;
  if (output.extent == Extent::nothing) return Side::Role::absent;
  if (output.holders == Holders::root && rank != operation.root) return Side::Role::insignificant;
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
    return input_blocks(operation, problem.ranks, rank);
  // MPI leaves this buffer undefined, but it must be passed like any other.
  if (operation.collective == Collective::exscan && rank == 0) return {operation.counts.front()};
  return output_blocks(operation, problem.ranks, rank);
}

void choose_elements_per_instance(Side& side, const Problem& problem) {
  side.elements_per_instance =
      traits(problem.operation.collective).reducing
          ? combined_elements_per_instance(problem.operation, problem.ranks)
          : elements_per_instance_of(side.layout, side.blocks);
}

std::uint64_t scatter_key(const Problem& problem, int rank, bool receiving) {
  if (!problem.operation.scattered) return 0;
  return mix(problem.key, static_cast<std::uint64_t>(2 * rank + receiving)) | 1;
}

/// Returns displacements in random order, with a hole of one to three extents before every block.
std::vector<int> scattered_displacements(const std::vector<int>& counts, std::uint64_t key) {
  std::vector<std::size_t> order(counts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [key](std::size_t a, std::size_t b) { return mix(key, a) < mix(key, b); });
  std::vector<int> displacements(counts.size());
  RandomSequence draws(key);
  int next = 0;
  for (const std::size_t block : order) {
    next += 1 + static_cast<int>(draws.below(3));
    displacements[block] = next;
    next += counts[block];
  }
  return displacements;
}

}  // namespace

Side send_side(const Problem& problem, int rank) {
  const Operation& operation = problem.operation;
  const bool reducing = traits(operation.collective).reducing;
  Side side{.role = send_role(operation, rank)};
  side.listed = is_listed(traits(operation.collective), traits(operation.collective).input);
  if (side.role != Side::Role::significant) return side;
  side.blocks = input_blocks(operation, problem.ranks, rank);
  side.layout =
      reducing ? operation.receive_layouts.front() : of_rank(operation.send_layouts, rank);
  side.offset = of_rank(operation.send_offsets, rank);
  if (side.listed) side.scatter_key = scatter_key(problem, rank, false);
  choose_elements_per_instance(side, problem);
  return side;
}

Side receive_side(const Problem& problem, int rank) {
  const Operation& operation = problem.operation;
  Side side{.role = receive_role(operation, rank)};
  side.listed = is_listed(traits(operation.collective), traits(operation.collective).output);
  if (side.role != Side::Role::significant) return side;
  side.blocks = receive_blocks(problem, rank);
  side.layout = of_rank(operation.receive_layouts, rank);
  side.offset = of_rank(operation.receive_offsets, rank);
  if (side.listed) side.scatter_key = scatter_key(problem, rank, true);
  choose_elements_per_instance(side, problem);
  return side;
}

Placement place_blocks(const Side& side, std::shared_ptr<const MessageType> type) {
  Placement placement{.type = std::move(type), .counts = {}, .displacements = {}};
  for (const std::int64_t elements : side.blocks)
    placement.counts.push_back(static_cast<int>(placement.type->map().instances(elements)));
  if (side.scatter_key != 0) {
    placement.displacements = scattered_displacements(placement.counts, side.scatter_key);
  } else {
    placement.displacements.resize(placement.counts.size());
    std::exclusive_scan(placement.counts.begin(), placement.counts.end(),
                        placement.displacements.begin(), 0);
  }
  return placement;
}

int first_input_block(const Problem& problem, int rank) {
  const Operation& operation = problem.operation;
  if (operation.collective == Collective::bcast) return rank == operation.root ? 0 : -1;
  if (is_scatter(operation.collective) || !in_place_at(operation, rank)) return -1;
  return traits(operation.collective).input.extent == Extent::block ? rank : 0;
}

}  // namespace tutti
