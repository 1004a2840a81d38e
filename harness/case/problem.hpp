#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/case/case.hpp"
#include "harness/case/case_communicators.hpp"

namespace tutti {

/// One execution of one operation of a case.
struct Execution {
  std::size_t operation = 0;  ///< index in Case::operations
  int repetition = 0;
  int lane = 0;  ///< distinguishes concurrent executions of one operation, for example by thread
};

/// One collective call as its communicator sees it: all that determines its data and results.
struct Problem {
  Operation operation;
  int ranks = 1;
  std::uint64_t key = 0;       ///< seed of the data; differs between all executions of a case
  Group group = Group::world;  ///< of the communicator: its topology, or its two groups

  friend bool operator==(const Problem&, const Problem&) = default;
};

Problem problem_of(const Case& test, const Execution& execution, const Place& place);

/// Returns the number of elements of the block that rank `from` provides for rank `to`. If only one
/// of the two matters to the collective (gatherv, scatterv, reduce_scatter ...), ignores the other.
std::int64_t block_elements(const Problem& problem, int from, int to);

/// Returns the number of contributions that a result combines, at most. Alone, a rank has two: its own, and one that
/// is already in the receive buffer and counts as that of the next rank.
int contributions(const Problem& problem);

/// Returns whether a rank provides data.
bool holds_input(const Problem& problem, int rank);

/// Returns whether MPI defines what a rank has in the end.
bool holds_output(const Problem& problem, int rank);

/// Returns the number of elements of each block of a vector that a reduction combines: the counts that the
/// rank passes.
std::vector<std::int64_t> combined_blocks(const Problem& problem, int rank);

/// Returns the number of elements of each block of a rank's input, in the order of ranks or of
/// neighbours. The input is one block if it is not divided by rank, and has none if the rank provides
/// nothing. The block of a neighbour that is not there has none.
std::vector<std::int64_t> input_blocks(const Problem& problem, int rank);

/// Returns the number of elements of each block of a rank's result, in the same way.
std::vector<std::int64_t> output_blocks(const Problem& problem, int rank);

/// Returns the number of elements in one instance of the datatype of a reduction, which is the same
/// at all ranks.
std::int64_t combined_elements_per_instance(const Problem& problem);

/// Returns whether runs of equal elements are part of the counts that are passed; else of the datatypes.
bool counts_include_runs(const Operation& operation);

/// Returns the most elements that a rank has in one buffer.
std::int64_t elements_of_largest_buffer(const Problem& problem);

/// Returns the number of elements of all blocks together.
std::int64_t total(std::span<const std::int64_t> blocks);

/// Returns the entry for a rank in a vector of per-rank values.
template <typename T>
T of_rank(const std::vector<T>& values, int rank) {
  return values[static_cast<std::size_t>(rank) % values.size()];
}

}  // namespace tutti
