/// Split binary tree broadcast: each half of the message flows down a tree of half the ranks.
/// Pairs of ranks, one of each tree, then exchange the halves. About s + 2 log2 p rounds for s
/// segments, and a last one for messages of n/2; n(p-1) units in all: good for large n on many
/// ranks.
/// Source: Pjesivac-Grbovic et al., IPDPS 2005; CollGM, section 3.4.
#include "optimized/algorithm/support/binary.hpp"
#include "optimized/algorithm/support/conditions.hpp"
#include "optimized/algorithm/support/rotation.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// One half of the message, and the tree that it flows down: relative to the root, the odd ranks
/// for the left half and the even ones for the right half.
class HalfTree {
 public:
  HalfTree(const Shape& shape, const Parameters& parameters, int side)
      : half(part(shape.count, 2, side)),
        segments(shape, parameters, half),
        ranks_(shape.ranks),
        side_(side) {}

  int nodes() const { return (ranks_ - side_) / 2; }
  int children(BinaryNode node) const {
    return (node.left() < nodes() ? 1 : 0) + (node.right() < nodes() ? 1 : 0);
  }
  /// Returns the rank of a node, relative to the root, which is above both trees.
  int rank(int node) const { return 1 + side_ + 2 * node; }
  static int side_of(int relative) { return (relative - 1) % 2; }
  static BinaryNode node_of(int relative) { return {(relative - 1) / 2}; }

  const Range half;
  const Segments segments;

 private:
  int ranks_, side_;
};

static void send_both_halves(const Rotation& rotation, const HalfTree& left, const HalfTree& right,
                             ScheduleBuilder& schedule) {
  for (std::int64_t i = 0; i < left.segments.number(); ++i)
    for (const auto* tree : {&left, &right})
      if (tree->nodes() > 0 && i < tree->segments.number())
        schedule.send(rotation.absolute(tree->rank(0)), output(tree->segments[i]));
  const int lone = left.nodes() - 1;
  if (left.nodes() > right.nodes())
    schedule.send(rotation.absolute(left.rank(lone)), output(right.half));
}

static void build(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  const Rotation rotation{shape.ranks, shape.root};
  const HalfTree trees[] = {{shape, parameters, 0}, {shape, parameters, 1}};
  const int relative = rotation.relative(rank);
  if (relative == 0) {
    schedule.copy(input({0, shape.count}), output({0, shape.count}));
    send_both_halves(rotation, trees[0], trees[1], schedule);
    return;
  }
  const int side = HalfTree::side_of(relative);
  const auto node = HalfTree::node_of(relative);
  const auto& tree = trees[side];
  const auto& other = trees[1 - side];
  const int parent = node.index == 0 ? 0 : tree.rank(node.parent());
  for (std::int64_t i = 0; i < tree.segments.number(); ++i) {
    schedule.receive(rotation.absolute(parent), output(tree.segments[i]));
    for (const int child : {node.left(), node.right()})
      if (child < tree.nodes())
        schedule.send(rotation.absolute(tree.rank(child)), output(tree.segments[i]));
  }
  const bool lone = node.index >= other.nodes();
  const int partner = rotation.absolute(lone ? 0 : other.rank(node.index));
  if (!lone) schedule.send(partner, output(tree.half));
  schedule.receive(partner, output(other.half));
}

/// Returns the number of rounds. A node can send its half to its partner after it has received the
/// last segment and sent it on.
static std::int64_t rounds(const HalfTree& left, const HalfTree& right) {
  if (left.nodes() == 0) return 0;
  const std::int64_t period = right.nodes() > 0 ? 2 : 1;
  const auto left_begins = period * (left.segments.number() - 1) + 1;
  const auto right_begins = right.nodes() > 0 ? period * right.segments.number() : 0;
  const auto has_sent = [](const HalfTree& tree, std::int64_t begins, int node) {
    return begins + BinaryNode{node}.distance() + tree.children({node});
  };
  std::int64_t latest = std::max(left_begins, right_begins);
  for (int node = 0; node < left.nodes(); ++node)
    latest = std::max(latest, has_sent(left, left_begins, node));
  for (int node = 0; node < right.nodes(); ++node)
    latest = std::max(latest, has_sent(right, right_begins, node));
  return latest + 1;
}

static Cost cost(const Shape& shape, const Parameters& parameters) {
  const HalfTree left(shape, parameters, 0), right(shape, parameters, 1);
  const std::int64_t p = shape.ranks;
  return {.rounds = rounds(left, right),
          .messages = left.nodes() * left.segments.number() +
                      right.nodes() * right.segments.number() + p - 1,
          .units = (p - 1) * shape.count};
}

}  // namespace tutti

ALGORITHM(bcast, split_binary){tutti::always, tutti::build, tutti::cost, {.segment = true}};
