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

std::vector<Piece> combined(std::int64_t elements, int first_rank, int end_rank) {
  return {{first_rank, end_rank, {0, elements}}};
}

/// Returns the whole input of every rank, in rank order.
std::vector<Piece> gathered(const Operation& operation, int ranks) {
  std::vector<Piece> pieces;
  for (int from = 0; from < ranks; ++from)
    pieces.push_back({from, from + 1, {0, block_elements(operation, ranks, from, from)}});
  return pieces;
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
  const std::int64_t count = operation.counts.front();
  switch (operation.collective) {
    case Collective::barrier:
      return {};
    case Collective::bcast:
      return combined(count, operation.root, operation.root + 1);
    case Collective::allreduce:
      return combined(count, 0, ranks);
    case Collective::reduce:
      return rank == operation.root ? combined(count, 0, ranks) : std::vector<Piece>{};
    case Collective::scan:
      return combined(count, 0, rank + 1);
    case Collective::exscan:
      return rank > 0 ? combined(count, 0, rank) : std::vector<Piece>{};
    case Collective::reduce_scatter:
    case Collective::reduce_scatter_block: {
      const Piece own = cut_out(operation, ranks, 0, rank);
      return {{0, ranks, own.positions}};
    }
    case Collective::gather:
    case Collective::gatherv:
      return rank == operation.root ? gathered(operation, ranks) : std::vector<Piece>{};
    case Collective::allgather:
    case Collective::allgatherv:
      return gathered(operation, ranks);
    case Collective::scatter:
    case Collective::scatterv:
      return {cut_out(operation, ranks, operation.root, rank)};
    case Collective::alltoall:
    case Collective::alltoallv: {
      std::vector<Piece> pieces;
      for (int from = 0; from < ranks; ++from)
        pieces.push_back(cut_out(operation, ranks, from, rank));
      return pieces;
    }
  }
  return {};
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
