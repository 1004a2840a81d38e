#pragma once

#include "optimized/algorithm/support/logarithm.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// A reduction of p ranks to a power of two, for algorithms on hypercubes: in as many pairs of
/// neighbours as necessary, one rank, the member, represents both. Members follow each other in the
/// order of ranks, so that non-commutative operations stay in order.
class Fold {
 public:
  /// `favoured` is a member in any case.
  explicit Fold(int ranks, int favoured = 0)
      : members_(1 << floor_log2(ranks)), pairs_(ranks - members_), favoured_(favoured) {}

  int members() const { return members_; }
  int dimensions() const { return floor_log2(members_); }
  int pairs() const { return pairs_; }

  bool paired(int rank) const { return rank < 2 * pairs_; }
  int partner(int rank) const { return rank ^ 1; }
  bool member(int rank) const {
    if (!paired(rank)) return true;
    return rank == favoured_ || (rank % 2 == 0 && rank + 1 != favoured_);
  }
  int index(int rank) const { return paired(rank) ? rank / 2 : rank - pairs_; }
  int rank(int index) const {
    if (index >= pairs_) return index + pairs_;
    return 2 * index + (2 * index + 1 == favoured_ ? 1 : 0);
  }

  /// Returns the first of the ranks that the member represents, also for one past the last member.
  int first_rank(int index) const { return index < pairs_ ? 2 * index : index + pairs_; }

  /// Combines, at members, the contribution of the partner into `target`. Returns false at the
  /// other ranks, which take no further part in the algorithm until unfold().
  bool fold(ScheduleBuilder& schedule, int rank, Region contribution, Region target) const {
    if (!member(rank)) {
      schedule.send(partner(rank), contribution);
      return false;
    }
    schedule.copy(contribution, target);
    if (paired(rank)) schedule.receive_combine(partner(rank), target, side(partner(rank), rank));
    return true;
  }

  /// Sends the result from members to their partners.
  void unfold(ScheduleBuilder& schedule, int rank, Region result) const {
    if (!paired(rank)) return;
    if (member(rank))
      schedule.send(partner(rank), result);
    else
      schedule.receive(partner(rank), result);
  }

  /// Returns the side on which data from the rank `other` are combined at `rank`.
  static Order side(int other, int rank) { return other < rank ? Order::before : Order::after; }

 private:
  int members_, pairs_, favoured_;
};

}  // namespace tutti
