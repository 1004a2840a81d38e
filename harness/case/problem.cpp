#include "harness/case/problem.hpp"

#include <numeric>

#include "contract/splitmix.hpp"
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

std::int64_t block_elements(const Operation& operation, int ranks, int from, int to) {
  const auto& about = traits(operation.collective);
  if (!about.has_varying_blocks()) return operation.counts.front();
  if (about.input.extent == Extent::block) return of_rank(operation.counts, from);
  if (about.output.extent == Extent::block) return of_rank(operation.counts, to);
  return of_rank(operation.counts, from * ranks + to);
}

namespace {

/// Returns the elements of the blocks on one side of the rank. `block(other)` gives those of the block that
/// it exchanges with another rank, and `others()` lists these ranks; -1 stands for a neighbour that is not
/// there.
template <typename Others, typename Block>
std::vector<std::int64_t> blocks_on(const SideTraits& side, const Operation& operation, int rank,
                                    const Others& others, const Block& block) {
  if (!side.is_held_by(rank, operation.root)) return {};
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

std::vector<int> all_ranks(int ranks) {
  std::vector<int> all(static_cast<std::size_t>(ranks));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

std::vector<int> receivers_of(const Problem& problem, int rank) {
  return traits(problem.operation.collective).neighbourhood
             ? destinations_of(problem.group, problem.ranks, rank)
             : all_ranks(problem.ranks);
}

std::vector<int> senders_to(const Problem& problem, int rank) {
  if (!traits(problem.operation.collective).neighbourhood) return all_ranks(problem.ranks);
  std::vector<int> senders;
  for (const auto& source : sources_of(problem.group, problem.ranks, rank))
    senders.push_back(source.from);
  return senders;
}

}  // namespace

std::vector<std::int64_t> input_blocks(const Problem& problem, int rank) {
  const Operation& operation = problem.operation;
  return blocks_on(
      traits(operation.collective).input, operation, rank,
      [&] { return receivers_of(problem, rank); },
      [&](int to) { return block_elements(operation, problem.ranks, rank, to); });
}

std::vector<std::int64_t> output_blocks(const Problem& problem, int rank) {
  const Operation& operation = problem.operation;
  return blocks_on(
      traits(operation.collective).output, operation, rank,
      [&] { return senders_to(problem, rank); },
      [&](int from) { return block_elements(operation, problem.ranks, from, rank); });
}

std::int64_t total(std::span<const std::int64_t> blocks) {
  return std::accumulate(blocks.begin(), blocks.end(), std::int64_t{0});
}

std::int64_t combined_elements_per_instance(const Operation& operation, int ranks) {
  const auto blocks = input_blocks({.operation = operation, .ranks = ranks}, 0);
  return elements_per_instance_of(operation.receive_layouts.front(), blocks);
}

}  // namespace tutti
