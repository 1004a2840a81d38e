#pragma once

#include <cstdint>
#include <vector>

#include "optimized/schedule/algorithm.hpp"

namespace tutti::active {

class ControlStructure;

/// A barrier as the control structure executes it. Its synchronization points are bits: the local
/// call sets bit 0, the messages that this rank awaits set the others, in the order of its
/// schedule.
struct BarrierPlan {
  /// A message that sets a bit at another rank.
  struct Signal {
    int rank;
    int bit;
  };
  /// Per bit, and one past the last: index of the first signal that is sent once this bit and all
  /// before it are set.
  std::vector<std::size_t> signals_begin;
  std::vector<Signal> signals;
  std::vector<int> sources;  ///< per bit: the rank that sets it

  int bits() const { return static_cast<int>(signals_begin.size()) - 1; }
};

/// Makes the plan of one rank. Only for barriers whose schedules are correct if their steps are
/// executed one after the other.
BarrierPlan make_barrier_plan(const Algorithm& algorithm, const Shape& shape,
                              const Parameters& parameters, int rank);

/// A vector of bits that grows as bits are set.
class BitVector {
 public:
  void set(int bit);
  bool test(int bit) const;
  /// Returns the first bit, from the given one on, that is not set.
  int first_unset(int from) const;
  void clear() { words_.assign(words_.size(), 0); }
  void swap(BitVector& other) { words_.swap(other.words_); }

 private:
  static constexpr int word_bits = 64;
  std::vector<std::uint64_t> words_;
};

/// The state of a team's barriers: the messages that arrived for the barrier under way and for the
/// next one, and the first synchronization point that is not reached yet. No rank can be two
/// barriers ahead, since the next one cannot end before this rank has entered it.
class Barrier {
 public:
  explicit Barrier(ControlStructure& control) : control_(control) {}

  void begin(const BarrierPlan& plan);
  bool complete() const { return awaited_ == bits_; }
  /// Calls action(rank) for each rank whose message has not arrived yet.
  template <class Action>
  void for_each_awaited(Action action) const {
    for (int bit = awaited_; bit < bits_; ++bit)
      if (!current_.test(bit)) action(plan_->sources[static_cast<std::size_t>(bit)]);
  }
  /// Sets the bit of a message that has arrived for the given barrier. Throws FabricError unless
  /// that barrier is under way or the next one.
  void arrived(std::uint32_t sequence, int bit);

 private:
  void advance();

  ControlStructure& control_;
  const BarrierPlan* plan_ = nullptr;  ///< of the barrier under way
  std::uint32_t sequence_ = 0;         ///< of the barrier under way, or of the last one
  BitVector current_, next_;
  int awaited_ = 0, bits_ = 0;
};

}  // namespace tutti::active
