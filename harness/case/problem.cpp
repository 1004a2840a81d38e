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

/// Returns the elements of the blocks on one side of the rank; `block(other)` gives those of the block that
/// it exchanges with another rank, and `others` are these ranks; -1 stands for a neighbour that is not there.
template <typename Block>
std::vector<std::int64_t> blocks_on(const SideTraits& side, const Operation& operation, int rank,
                                    const std::vector<int>& others, const Block& block) {
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
  for (const int other : others) blocks.push_back(other < 0 ? 0 : block(other));
  return blocks;
}

std::vector<int> all_ranks(int ranks) {
  std::vector<int> all(static_cast<std::size_t>(ranks));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace

std::vector<std::int64_t> input_blocks(const Problem& problem, int rank) {
  const auto& [operation, ranks, key, group] = problem;
  const auto& about = traits(operation.collective);
  const auto others = about.neighbourhood ? destinations_of(group, ranks, rank) : all_ranks(ranks);
  return blocks_on(about.input, operation, rank, others, [&](int to) {
    return block_elements(problem.operation, problem.ranks, rank, to);
  });
}

std::vector<std::int64_t> output_blocks(const Problem& problem, int rank) {
  const auto& [operation, ranks, key, group] = problem;
  const auto& about = traits(operation.collective);
  std::vector<int> others;
  if (about.neighbourhood)
    for (const auto& source : sources_of(group, ranks, rank)) others.push_back(source.from);
  else
    others = all_ranks(ranks);
  return blocks_on(about.output, operation, rank, others, [&](int from) {
    return block_elements(problem.operation, problem.ranks, from, rank);
  });
}

std::int64_t total(std::span<const std::int64_t> blocks) {
  return std::accumulate(blocks.begin(), blocks.end(), std::int64_t{0});
}

std::int64_t combined_elements_per_instance(const Operation& operation, int ranks) {
  const auto blocks = input_blocks({.operation = operation, .ranks = ranks}, 0);
  return elements_per_instance_of(operation.receive_layouts.front(), blocks);
}

}  // namespace tutti
