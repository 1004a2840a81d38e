#pragma once

#include <cstdint>
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
};

Problem problem_of(const Case& test, const Execution& execution, const Place& place);

/// Elements of the blocks of a rank's input, in rank order of the blocks: what it sends. One block
/// where the message is not cut by rank, none where the rank sends nothing.
std::vector<std::int64_t> input_blocks(const Operation& operation, int ranks, int rank);

/// Likewise of what the rank must end up with.
std::vector<std::int64_t> output_blocks(const Operation& operation, int ranks, int rank);

/// Elements in the blocks together.
std::int64_t total(const std::vector<std::int64_t>& blocks);

}  // namespace tutti
