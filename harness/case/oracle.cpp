#include "harness/case/oracle.hpp"

#include "harness/case/input_data.hpp"
#include "harness/case/neighbours.hpp"
#include "harness/case/operator_semantics.hpp"

namespace tutti {
namespace {

/// Returns the whole input of a rank that has one block.
Piece whole_input(const Problem& problem, int from) {
  return {from, from + 1, {0, block_elements(problem.operation, problem.ranks, from, from)}};
}

/// Returns one block of the input of rank `from`.
Piece cut_out(const Problem& problem, int from, int block) {
  const auto blocks = input_blocks(problem, from);
  const auto index = static_cast<std::size_t>(block);
  return {from, from + 1, {total(std::span(blocks).first(index)), blocks[index]}};
}

/// Returns the blocks that a rank receives, if it receives one from each of several ranks.
std::vector<ReceivedBlock> received_blocks(const Problem& problem, int rank) {
  if (traits(problem.operation.collective).neighbourhood)
    return sources_of(problem.group, problem.ranks, rank);
  std::vector<ReceivedBlock> blocks;
  for (int from = 0; from < problem.ranks; ++from) blocks.push_back({from, rank});
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

}  // namespace

std::vector<Piece> defined_result(const Problem& problem, int rank) {
  const Operation& operation = problem.operation;
  const auto& about = traits(operation.collective);
  if (!about.output.is_held_by(rank, operation.root)) return {};
  const int first = about.reducing ? 0 : operation.root;
  const int end = about.reducing ? about.combined_end(rank, problem.ranks) : first + 1;
  switch (about.output.extent) {
    case Extent::nothing:
      return {};
    case Extent::message:
      return {{first, end, {0, operation.counts.front()}}};
    case Extent::block:
      return {{first, end, cut_out(problem, first, rank).positions}};
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
