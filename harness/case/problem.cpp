#include "harness/case/problem.hpp"

#include <numeric>

#include "contract/splitmix.hpp"
#include "harness/case/typemap.hpp"

namespace tutti {

Problem problem_of(const Case& test, const Execution& execution, const Place& place) {
  std::uint64_t key = mix(test.seed, execution.operation);
  key = mix(key, static_cast<std::uint64_t>(execution.repetition));
  key = mix(key, static_cast<std::uint64_t>(execution.lane));
  key = mix(key, static_cast<std::uint64_t>(place.communicator));
  return {test.operations[execution.operation], place.ranks, key};
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
/// it exchanges with another rank.
template <typename Block>
std::vector<std::int64_t> blocks_on(const SideTraits& side, const Operation& operation, int ranks,
                                    int rank, const Block& block) {
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
  for (int other = 0; other < ranks; ++other) blocks.push_back(block(other));
  return blocks;
}

}  // namespace

std::vector<std::int64_t> input_blocks(const Operation& operation, int ranks, int rank) {
  return blocks_on(traits(operation.collective).input, operation, ranks, rank,
                   [&](int to) { return block_elements(operation, ranks, rank, to); });
}

std::vector<std::int64_t> output_blocks(const Operation& operation, int ranks, int rank) {
  return blocks_on(traits(operation.collective).output, operation, ranks, rank,
                   [&](int from) { return block_elements(operation, ranks, from, rank); });
}

std::int64_t total(std::span<const std::int64_t> blocks) {
  return std::accumulate(blocks.begin(), blocks.end(), std::int64_t{0});
}

std::int64_t combined_elements_per_instance(const Operation& operation, int ranks) {
  const auto blocks = input_blocks(operation, ranks, 0);
  return elements_per_instance_of(operation.receive_layouts.front(), blocks);
}

}  // namespace tutti
