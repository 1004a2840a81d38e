#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/case/case.hpp"
#include "harness/case/place.hpp"

namespace tutti {

/// Which run of which operation of a case.
struct Execution {
  std::size_t operation = 0;  ///< index in Case::operations
  int repetition = 0;
  int lane = 0;  ///< tells apart what runs the same operation twice at once: the thread, say
};

/// One collective call as its communicator sees it: all that its data and results follow from.
struct Problem {
  Operation operation;
  int ranks = 1;
  std::uint64_t key = 0;  ///< differs between all executions of a case: the seed of the data

  friend bool operator==(const Problem&, const Problem&) = default;
};

Problem problem_of(const Case& test, const Execution& execution, const Place& place);

/// Elements of the block that rank `from` provides and rank `to` gets; where only one of the two
/// matters to a collective (gatherv, scatterv, reduce_scatter ...), the other is ignored.
std::int64_t block_elements(const Operation& operation, int ranks, int from, int to);

/// Elements of the blocks of a rank's input, in rank order of the blocks: what it sends. One block
/// where the message is not cut by rank, none where the rank sends nothing.
std::vector<std::int64_t> input_blocks(const Operation& operation, int ranks, int rank);

/// Likewise of what the rank ends up with.
std::vector<std::int64_t> output_blocks(const Operation& operation, int ranks, int rank);

/// Elements that one instance of the datatype of a reduction holds: the same at all ranks.
std::int64_t combined_grain(const Operation& operation, int ranks);

/// Elements in the blocks together.
std::int64_t total(std::span<const std::int64_t> blocks);

/// The entry of a vector of per-rank values that serves a rank.
template <typename T>
T of_rank(const std::vector<T>& values, int rank) {
  return values[static_cast<std::size_t>(rank) % values.size()];
}

}  // namespace tutti
