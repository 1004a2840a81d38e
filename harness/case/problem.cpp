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
  switch (operation.collective) {
    case Collective::gatherv:
    case Collective::allgatherv:
      return of_rank(operation.counts, from);
    case Collective::scatterv:
    case Collective::reduce_scatter:
      return of_rank(operation.counts, to);
    case Collective::alltoallv:
      return of_rank(operation.counts, from * ranks + to);
    default:
      return operation.counts.front();
  }
}

std::vector<std::int64_t> input_blocks(const Operation& operation, int ranks, int rank) {
  std::vector<std::int64_t> blocks;
  switch (operation.collective) {
    case Collective::barrier:
      break;
    case Collective::bcast:
      if (rank == operation.root) blocks.push_back(operation.counts.front());
      break;
    case Collective::scatter:
    case Collective::scatterv:
      if (rank != operation.root) break;
      [[fallthrough]];
    case Collective::alltoall:
    case Collective::alltoallv:
    case Collective::reduce_scatter:
    case Collective::reduce_scatter_block:
      for (int to = 0; to < ranks; ++to)
        blocks.push_back(block_elements(operation, ranks, rank, to));
      break;
    default:
      blocks.push_back(block_elements(operation, ranks, rank, rank));
  }
  return blocks;
}

std::vector<std::int64_t> output_blocks(const Operation& operation, int ranks, int rank) {
  std::vector<std::int64_t> blocks;
  switch (operation.collective) {
    case Collective::barrier:
      break;
    case Collective::exscan:
      if (rank > 0) blocks.push_back(operation.counts.front());
      break;
    case Collective::reduce:
      if (rank == operation.root) blocks.push_back(operation.counts.front());
      break;
    case Collective::gather:
    case Collective::gatherv:
      if (rank != operation.root) break;
      [[fallthrough]];
    case Collective::allgather:
    case Collective::allgatherv:
    case Collective::alltoall:
    case Collective::alltoallv:
      for (int from = 0; from < ranks; ++from)
        blocks.push_back(block_elements(operation, ranks, from, rank));
      break;
    default:
      blocks.push_back(block_elements(operation, ranks, rank, rank));
  }
  return blocks;
}

std::int64_t total(std::span<const std::int64_t> blocks) {
  return std::accumulate(blocks.begin(), blocks.end(), std::int64_t{0});
}

std::int64_t combined_elements_per_instance(const Operation& operation, int ranks) {
  const auto blocks = input_blocks(operation, ranks, 0);
  return elements_per_instance_of(operation.receive_layouts.front(), blocks);
}

}  // namespace tutti
