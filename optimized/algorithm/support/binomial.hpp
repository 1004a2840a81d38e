#pragma once

#include "optimized/algorithm/support/blocks.hpp"
#include "optimized/algorithm/support/logarithm.hpp"
#include "optimized/algorithm/support/rotation.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// One rank's place in the binomial tree: the subtree of relative rank r are the ranks
/// [r, r + lowest one of r), that of the root all ranks.
class Binomial {
 public:
  Binomial(int ranks, int root, int rank)
      : rotation_{ranks, root}, relative_(rotation_.relative(rank)) {}

  bool is_root() const { return relative_ == 0; }
  bool is_leaf() const { return end() == relative_ + 1; }
  int relative() const { return relative_; }
  int parent() const { return rotation_.absolute(relative_ & (relative_ - 1)); }
  /// Behind the last relative rank of the subtree.
  int end() const { return std::min(relative_ + reach(), rotation_.ranks); }

  /// Calls visit(rank, first, last) for each child, the nearest first; [first, last) is its
  /// subtree in relative ranks.
  template <class Visit>
  void for_children_ascending(Visit visit) const {
    for (int distance = 1; distance < reach(); distance *= 2) visit_child(distance, visit);
  }
  /// The same, the farthest, which has the largest subtree, first.
  template <class Visit>
  void for_children_descending(Visit visit) const {
    for (int distance = reach() / 2; distance > 0; distance /= 2) visit_child(distance, visit);
  }

 private:
  int reach() const { return is_root() ? 1 << ceil_log2(rotation_.ranks) : relative_ & -relative_; }

  template <class Visit>
  void visit_child(int distance, Visit visit) const {
    const int first = relative_ + distance;
    if (first < rotation_.ranks)
      visit(rotation_.absolute(first), first, std::min(first + distance, rotation_.ranks));
  }

  Rotation rotation_;
  int relative_;
};

/// The root's `message` goes to every rank. ceil(log2 p) rounds.
inline void binomial_bcast(ScheduleBuilder& schedule, const Binomial& tree, Region message) {
  if (!tree.is_root()) schedule.receive(tree.parent(), message);
  tree.for_children_descending([&](int child, int, int) { schedule.send(child, message); });
}

/// Combines the contributions of all ranks in the root's `total`, in the order of relative ranks.
/// `total` is working memory elsewhere. ceil(log2 p) rounds.
inline void binomial_reduce(ScheduleBuilder& schedule, const Binomial& tree, Region contribution,
                            Region total) {
  const bool sends_contribution = tree.is_leaf() && !tree.is_root();
  if (!sends_contribution) schedule.copy(contribution, total);
  tree.for_children_ascending(
      [&](int child, int, int) { schedule.receive_combine(child, total, Order::after); });
  if (!tree.is_root()) schedule.send(tree.parent(), sends_contribution ? contribution : total);
}

/// Sends the blocks of each child's subtree, in relative order, out of `held`, which begins with
/// the sender's own block. ceil(log2 p) rounds.
inline void binomial_scatter_down(ScheduleBuilder& schedule, const Binomial& tree,
                                  const Blocks& blocks, Region held) {
  const auto begin = blocks[tree.relative()].offset;
  tree.for_children_descending([&](int child, int first, int last) {
    const auto [offset, length] = blocks.run(first, last);
    schedule.send(child, held.part({offset - begin, length}));
  });
}

}  // namespace tutti
