#pragma once

#include <cstdint>

#include "optimized/algorithm/support/blocks.hpp"
#include "optimized/algorithm/support/logarithm.hpp"
#include "optimized/algorithm/support/rotation.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// Returns the radix, but at least 2: the narrowest tree is a binomial one.
inline int knomial_radix(const Parameters& parameters) { return std::max(2, parameters.radix); }

/// The position of one rank in the k-nomial tree, which is binomial for radix 2. The subtree of
/// relative rank r consists of the ranks [r, r + largest power of k that divides r), that of the
/// root of all ranks.
class Knomial {
 public:
  Knomial(int ranks, int root, int rank, int radix = 2)
      : rotation_{ranks, root}, radix_(radix), relative_(rotation_.relative(rank)) {
    while (reach_ < ranks && relative_ % (reach_ * radix_) == 0) reach_ *= radix_;
  }

  bool is_root() const { return relative_ == 0; }
  bool is_leaf() const { return end() == relative_ + 1; }
  int relative() const { return relative_; }
  int parent() const {
    return rotation_.absolute(static_cast<int>(relative_ - relative_ % (reach_ * radix_)));
  }
  /// Returns the relative rank after the last one of the subtree.
  int end() const { return end_of(relative_, reach_); }

  /// Calls visit(rank, first, last) for each child, the nearest first; [first, last) is its
  /// subtree in relative ranks.
  template <class Visit>
  void for_children_ascending(Visit visit) const {
    for (std::int64_t width = 1; width < reach_; width *= radix_) visit_children(width, visit);
  }
  /// Does the same, with the largest subtrees first.
  template <class Visit>
  void for_children_descending(Visit visit) const {
    for (auto width = reach_ / radix_; width > 0; width /= radix_) visit_children(width, visit);
  }

 private:
  int end_of(std::int64_t first, std::int64_t width) const {
    return static_cast<int>(std::min<std::int64_t>(first + width, rotation_.ranks));
  }

  template <class Visit>
  void visit_children(std::int64_t width, Visit visit) const {
    const int end = end_of(relative_, width * radix_);
    for (auto first = relative_ + width; first < end; first += width) {
      const int child = static_cast<int>(first);
      visit(rotation_.absolute(child), child, end_of(child, width));
    }
  }

  Rotation rotation_;
  std::int64_t radix_;
  int relative_;
  std::int64_t reach_ = 1;
};

/// Sends the root's `message` to every rank. knomial_rounds() rounds.
inline void knomial_bcast(ScheduleBuilder& schedule, const Knomial& tree, Region message) {
  if (!tree.is_root()) schedule.receive(tree.parent(), message);
  tree.for_children_descending([&](int child, int, int) { schedule.send(child, message); });
}

/// Combines the contributions of all ranks in the root's `total`, in the order of relative ranks.
/// At other ranks `total` is working memory. knomial_rounds() rounds.
inline void knomial_reduce(ScheduleBuilder& schedule, const Knomial& tree, Region contribution,
                           Region total) {
  const bool sends_contribution = tree.is_leaf() && !tree.is_root();
  if (!sends_contribution) schedule.copy(contribution, total);
  tree.for_children_ascending(
      [&](int child, int, int) { schedule.receive_combine(child, total, Order::after); });
  if (!tree.is_root()) schedule.send(tree.parent(), sends_contribution ? contribution : total);
}

/// Sends each child the blocks of its subtree, in relative order, out of `held`, which begins with
/// this rank's own block. knomial_rounds() rounds.
inline void knomial_scatter_down(ScheduleBuilder& schedule, const Knomial& tree,
                                 const Blocks& blocks, Region held) {
  const auto begin = blocks[tree.relative()].offset;
  tree.for_children_descending([&](int child, int first, int last) {
    const auto [offset, length] = blocks.run(first, last);
    schedule.send(child, held.part({offset - begin, length}));
  });
}

}  // namespace tutti
