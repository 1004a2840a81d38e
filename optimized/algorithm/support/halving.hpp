#pragma once

#include <cstdint>
#include <vector>

#include "optimized/algorithm/support/fold.hpp"

namespace tutti {

/// A reduce-scatter by vector halving: neighbours exchange first, so that the ranks of a group
/// always follow each other and non-commutative operations stay in order. At the end each member of
/// the fold holds a different part of the message, completely reduced. The same steps in reverse
/// order gather the parts.
class Halving {
 public:
  Halving(const Fold& fold, int rank, std::int64_t count) : fold_(fold), rank_(rank) {
    kept_.push_back({0, count});
    for (int dimension = 0; dimension < fold.dimensions(); ++dimension)
      kept_.push_back(half(dimension, bit(dimension)));
  }

  /// Returns the member at the other end of a dimension.
  int partner(int dimension) const { return fold_.rank(fold_.index(rank_) ^ (1 << dimension)); }
  /// Return what the rank holds before the exchange in a dimension, and what it then keeps and
  /// gives away.
  Range before(int dimension) const { return kept_[static_cast<std::size_t>(dimension)]; }
  Range kept(int dimension) const { return half(dimension, bit(dimension)); }
  Range given(int dimension) const { return half(dimension, 1 - bit(dimension)); }

  void reduce_scatter(ScheduleBuilder& schedule, Region message) const {
    for (int dimension = 0; dimension < fold_.dimensions(); ++dimension) {
      const int other = partner(dimension);
      schedule.send(other, message.part(given(dimension)));
      schedule.receive_combine(other, message.part(kept(dimension)), Fold::side(other, rank_));
    }
  }

 private:
  int bit(int dimension) const { return fold_.index(rank_) >> dimension & 1; }
  Range half(int dimension, int upper) const {
    const Range whole = before(dimension);
    const Range half = part(whole.length, 2, upper);
    return {whole.offset + half.offset, half.length};
  }

  Fold fold_;
  int rank_;
  std::vector<Range> kept_;  ///< per dimension: what the rank holds before it
};

}  // namespace tutti
