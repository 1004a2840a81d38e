#include "harness/case/oracle.hpp"

#include "harness/case/input_data.hpp"
#include "harness/case/intercommunicator.hpp"
#include "harness/case/neighbours.hpp"
#include "harness/case/operator_semantics.hpp"

namespace tutti {
namespace {

/// Returns the whole input of a rank that has one block.
Piece whole_input(const Problem& problem, int from) {
  return {from, from + 1, {0, block_elements(problem, from, from)}};
}

/// Returns the positions of a block behind the blocks before it.
Range positions_of(const std::vector<std::int64_t>& blocks, int block) {
  const auto index = static_cast<std::size_t>(block);
  return {total(std::span(blocks).first(index)), blocks[index]};
}

/// Returns one block of the input of rank `from`.
Piece cut_out(const Problem& problem, int from, int block) {
  return {from, from + 1, positions_of(input_blocks(problem, from), block)};
}

/// Returns the blocks that a rank receives, if it receives one from each of several ranks.
std::vector<ReceivedBlock> received_blocks(const Problem& problem, int rank) {
  if (traits(problem.operation.collective).neighbourhood)
    return sources_of(problem.group, problem.ranks, rank);
  std::vector<ReceivedBlock> blocks;
  const int own = local_rank(problem.group, problem.ranks, rank);
  const RankRange senders = remote_group(problem.group, problem.ranks, rank);
  for (int from = senders.first; from < senders.end; ++from) blocks.push_back({from, own});
  return blocks;
}

template <typename T>
void fold(Operator op, Elements& left, const Elements& right) {
  const auto accumulated = left.as<T>();
  const auto added = right.as<T>();
  for (std::size_t i = 0; i < accumulated.size(); ++i)
    accumulated[i] = combine(op, accumulated[i], added[i]);
}

Elements evaluate(const Problem& problem, const Piece& piece) {
  Elements result = input_elements(problem, piece.first_rank, piece.positions);
  for (int rank = piece.first_rank + 1; rank < piece.end_rank; ++rank)
    visit_element(result.element(), [&](auto tag) {
      fold<typename decltype(tag)::type>(problem.operation.op, result,
                                         input_elements(problem, rank, piece.positions));
    });
  return result;
}

/// Returns the ranks whose inputs a rank gets combined, or the root.
RankRange combined_ranks(const Problem& problem, int rank) {
  const auto& about = traits(problem.operation.collective);
  if (!about.reducing) return {problem.operation.root, problem.operation.root + 1};
  if (about.alone) return {rank, rank + contributions(problem)};
  const RankRange givers = remote_group(problem.group, problem.ranks, rank);
  return {givers.first, about.combined_end(rank, givers.end)};
}

/// Returns the positions of the block that a rank gets, in the inputs that have it.
Range own_block(const Problem& problem, int rank) {
  const int index = local_rank(problem.group, problem.ranks, rank);
  const bool reducing = traits(problem.operation.collective).reducing;
  return positions_of(
      reducing ? combined_blocks(problem, rank) : input_blocks(problem, problem.operation.root),
      index);
}

}  // namespace

std::vector<Piece> defined_result(const Problem& problem, int rank) {
  const Operation& operation = problem.operation;
  const auto& about = traits(operation.collective);
  if (!holds_output(problem, rank)) return {};
  const auto [first, end] = combined_ranks(problem, rank);
  switch (about.output.extent) {
    case Extent::nothing:
      return {};
    case Extent::message:
      return {{first, end, {0, operation.counts.front()}}};
    case Extent::block:
      return {{first, end, own_block(problem, rank)}};
    case Extent::blocks:
      break;
  }
  std::vector<Piece> pieces;
  for (const auto& [from, block] : received_blocks(problem, rank))
    if (from >= 0)
      pieces.push_back(about.input.extent == Extent::block ? whole_input(problem, from)
                                                           : cut_out(problem, from, block));
  return pieces;
}

Elements expected_output(const Problem& problem, int rank) {
  Elements result(problem.operation.element);
  for (const Piece& piece : defined_result(problem, rank)) result.append(evaluate(problem, piece));
  return result;
}

const Elements& Oracle::expected_output(const Problem& problem, int rank) {
  if (!last_ || last_->problem != problem || last_->rank != rank)
    last_.emplace(problem, rank, tutti::expected_output(problem, rank));
  return last_->output;
}

}  // namespace tutti
