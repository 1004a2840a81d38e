#include "harness/case/oracle.hpp"

#include "harness/case/input_data.hpp"
#include "harness/case/operator_semantics.hpp"

namespace tutti {
namespace {

/// Returns the position at which the block for rank `to` begins in the input of rank `from`.
std::int64_t offset_of_block(const Operation& operation, int ranks, int from, int to) {
  const auto blocks = input_blocks(operation, ranks, from);
  return total(std::span(blocks).first(static_cast<std::size_t>(to)));
}

Piece whole_input(const Operation& operation, int ranks, int from) {
  return {from, from + 1, {0, block_elements(operation, ranks, from, from)}};
}

/// Returns the block for rank `to` in the input of rank `from`.
Piece cut_out(const Operation& operation, int ranks, int from, int to) {
  return {
      from,
      from + 1,
      {offset_of_block(operation, ranks, from, to), block_elements(operation, ranks, from, to)}};
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

std::vector<Piece> defined_result(const Operation& operation, int ranks, int rank) {
  const auto& about = traits(operation.collective);
  if (!about.output.is_held_by(rank, operation.root)) return {};
  const int first = about.reducing ? 0 : operation.root;
  const int end = about.reducing ? about.combined_end(rank, ranks) : first + 1;
  switch (about.output.extent) {
    case Extent::nothing:
      return {};
    case Extent::message:
      return {{first, end, {0, operation.counts.front()}}};
    case Extent::block:
      return {{first, end, cut_out(operation, ranks, first, rank).positions}};
    case Extent::blocks:
      break;
  }
  std::vector<Piece> pieces;
  for (int from = 0; from < ranks; ++from)
    pieces.push_back(about.input.extent == Extent::block ? whole_input(operation, ranks, from)
                                                         : cut_out(operation, ranks, from, rank));
  return pieces;
}

Elements expected_output(const Problem& problem, int rank) {
  Elements result(problem.operation.element);
  for (const Piece& piece : defined_result(problem.operation, problem.ranks, rank))
    result.append(evaluate(problem, piece));
  return result;
}

const Elements& Oracle::expected_output(const Problem& problem, int rank) {
  if (!last_ || last_->problem != problem || last_->rank != rank)
    last_.emplace(problem, rank, tutti::expected_output(problem, rank));
  return last_->output;
}

}  // namespace tutti
