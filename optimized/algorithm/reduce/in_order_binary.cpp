/// In-order binary tree reduce: every node is between its two subtrees in the order of ranks.
/// About 2 log2 p rounds, p-1 messages of n, and one more if the root is not the middle rank: for
/// non-commutative operations with any root.
/// Source: Open MPI, coll/tuned (in-order binary).
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// The subtree [first, last) in which the given rank is the middle node, and the parent of that
/// node.
struct InOrderNode {
  int first, last;
  int parent = -1;
};

static InOrderNode find_node(int ranks, int rank) {
  InOrderNode node{0, ranks};
  for (int middle = ranks / 2; middle != rank; middle = (node.first + node.last) / 2) {
    (rank < middle ? node.last : node.first) = rank < middle ? middle : middle + 1;
    node.parent = middle;
  }
  return node;
}

static void build(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const auto [first, last, parent] = find_node(shape.ranks, rank);
  const int top = shape.ranks / 2;
  const bool ends_here = rank == top && rank == shape.root;
  const Region total = ends_here ? output({0, shape.count}) : schedule.scratch(shape.count);
  schedule.copy(input({0, shape.count}), total);
  if (first < rank) schedule.receive_combine((first + rank) / 2, total, Order::before);
  if (rank + 1 < last) schedule.receive_combine((rank + 1 + last) / 2, total, Order::after);
  if (rank != top) schedule.send(parent, total);
  if (rank == top && !ends_here) schedule.send(shape.root, total);
  if (rank == shape.root && !ends_here) schedule.receive(top, output({0, shape.count}));
}

static Cost cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  std::int64_t rounds = 0;
  for (auto ranks = p; ranks > 1; ranks /= 2) rounds += ranks > 2 ? 2 : 1;
  const std::int64_t to_root = shape.root == p / 2 ? 0 : 1;
  return {.rounds = rounds + to_root,
          .messages = p - 1 + to_root,
          .units = (p - 1 + to_root) * shape.count};
}

}  // namespace tutti

ALGORITHM(reduce, in_order_binary){tutti::always, tutti::build, tutti::cost};
