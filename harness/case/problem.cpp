#include "harness/case/problem.hpp"

#include <algorithm>
#include <numeric>

#include "contract/splitmix.hpp"
#include "harness/case/intercommunicator.hpp"
#include "harness/case/neighbours.hpp"
#include "harness/case/typemap.hpp"

namespace tutti {

Problem problem_of(const Case& test, const Execution& execution, const Place& place) {
  std::uint64_t key = mix(test.seed, execution.operation);
  key = mix(key, static_cast<std::uint64_t>(execution.repetition));
  key = mix(key, static_cast<std::uint64_t>(execution.lane));
  key = mix(key, static_cast<std::uint64_t>(place.communicator));
  return {test.operations[execution.operation], place.ranks, key, test.group};
}

std::int64_t block_elements(const Problem& problem, int from, int to) {
  const Operation& operation = problem.operation;
  const auto& about = traits(operation.collective);
  // Both groups of an intercommunicator must combine equally many elements, whatever their sizes.
  if (operation.collective == Collective::reduce_scatter_block &&
      is_intercommunicator(problem.group))
    return std::int64_t{operation.counts.front()} *
           remote_group(problem.group, problem.ranks, to).size();
  if (!about.has_varying_blocks()) return operation.counts.front();
  if (about.input.extent == Extent::block) return of_rank(operation.counts, from);
  if (about.output.extent == Extent::block) return of_rank(operation.counts, to);
  const auto pair = std::int64_t{from} * problem.ranks + to;
  return operation.counts[static_cast<std::size_t>(pair) % operation.counts.size()];
}

namespace {

/// Returns whether a rank has data on a side of the call. On an intercommunicator, those of a rooted collective
/// move between the root and the other group.
bool holds(const SideTraits& side, const Problem& problem, int rank) {
  const int root = problem.operation.root;
  const bool rooted = traits(problem.operation.collective).rooted;
  if (!rooted || !is_intercommunicator(problem.group)) return side.is_held_by(rank, root);
  if (side.extent == Extent::nothing) return false;
  if (side.holders == Holders::root) return rank == root;
  return remote_group(problem.group, problem.ranks, root).contains(rank);
}

/// Returns the number of elements of each block on a side that the rank has. `block(other)` gives those of the
/// block that it exchanges with another rank, and `others()` lists these ranks; -1 stands for a neighbour that is
/// not there.
template <typename Others, typename Block>
std::vector<std::int64_t> blocks_of(const SideTraits& side, const Operation& operation, int rank,
                                    const Others& others, const Block& block) {
  switch (side.extent) {
    case Extent::nothing:
      return {};
    case Extent::message:
      return {operation.counts.front()};
    case Extent::block:
      return {block(rank)};
    case Extent::blocks:
      break;
  }
  std::vector<std::int64_t> blocks;
  for (const int other : others()) blocks.push_back(other < 0 ? 0 : block(other));
  return blocks;
}

std::vector<int> ranks_in(const RankRange& range) {
  std::vector<int> all(static_cast<std::size_t>(range.size()));
  std::iota(all.begin(), all.end(), range.first);
  return all;
}

std::vector<int> receivers_of(const Problem& problem, int rank) {
  return traits(problem.operation.collective).neighbourhood
             ? destinations_of(problem.group, problem.ranks, rank)
             : ranks_in(remote_group(problem.group, problem.ranks, rank));
}

std::vector<int> senders_to(const Problem& problem, int rank) {
  if (!traits(problem.operation.collective).neighbourhood)
    return ranks_in(remote_group(problem.group, problem.ranks, rank));
  std::vector<int> senders;
  for (const auto& source : sources_of(problem.group, problem.ranks, rank))
    senders.push_back(source.from);
  return senders;
}

}  // namespace

int contributions(const Problem& problem) {
  return traits(problem.operation.collective).alone ? 2 : problem.ranks;
}

bool holds_input(const Problem& problem, int rank) {
  return holds(traits(problem.operation.collective).input, problem, rank);
}

bool holds_output(const Problem& problem, int rank) {
  // The root of a bcast keeps what it has.
  const Operation& operation = problem.operation;
  return holds(traits(operation.collective).output, problem, rank) ||
         (operation.collective == Collective::bcast && rank == operation.root);
}

std::vector<std::int64_t> combined_blocks(const Problem& problem, int rank) {
  return blocks_of(
      traits(problem.operation.collective).input, problem.operation, rank,
      [&] { return ranks_in(local_group(problem.group, problem.ranks, rank)); },
      [&](int of) { return block_elements(problem, of, of); });
}

std::vector<std::int64_t> input_blocks(const Problem& problem, int rank) {
  if (!holds_input(problem, rank)) return {};
  const auto& about = traits(problem.operation.collective);
  if (about.reducing) return combined_blocks(problem, rank);
  return blocks_of(
      about.input, problem.operation, rank, [&] { return receivers_of(problem, rank); },
      [&](int to) { return block_elements(problem, rank, to); });
}

std::vector<std::int64_t> output_blocks(const Problem& problem, int rank) {
  if (!holds_output(problem, rank)) return {};
  return blocks_of(
      traits(problem.operation.collective).output, problem.operation, rank,
      [&] { return senders_to(problem, rank); },
      [&](int from) { return block_elements(problem, from, rank); });
}

std::int64_t elements_of_largest_buffer(const Problem& problem) {
  std::int64_t most = 0;
  for (int rank = 0; rank < problem.ranks; ++rank)
    most =
        std::max({most, total(input_blocks(problem, rank)), total(output_blocks(problem, rank))});
  return most;
}

bool counts_include_runs(const Operation& operation) { return !is_derived(operation); }

std::int64_t total(std::span<const std::int64_t> blocks) {
  return std::accumulate(blocks.begin(), blocks.end(), std::int64_t{0});
}

std::int64_t combined_elements_per_instance(const Problem& problem) {
  std::vector<std::int64_t> blocks = combined_blocks(problem, 0);
  if (is_intercommunicator(problem.group)) {
    const auto of_second_group = combined_blocks(problem, problem.ranks - 1);
    blocks.insert(blocks.end(), of_second_group.begin(), of_second_group.end());
  }
  return elements_per_instance_of(problem.operation.receive_layouts.front(), blocks);
}

}  // namespace tutti
