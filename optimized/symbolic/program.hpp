#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "optimized/schedule/algorithm.hpp"
#include "optimized/symbolic/huge_vector.hpp"

namespace tutti {

/// Says why an algorithm is wrong.
struct Refuted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The schedules of all ranks of one call in one place, steps numbered through from rank 0 on,
/// messages matched. Compact, since 4096 ranks may take 67 million steps.
class Program {
 public:
  using StepId = std::uint32_t;

  /// Small, since memory that is touched for the first time is much of what a proof costs. A
  /// message has one region; in place of the other stands the step at its other end.
  struct Step {
    Action action : 3 = Action::copy;
    Order order : 1 = Order::before;
    Buffer source_buffer : 2 = Buffer::input, target_buffer : 2 = Buffer::output;
    std::int32_t peer : 24 = -1;
    std::uint32_t source = 0, target = 0, length = 0;
    std::uint32_t first_successor = 0;  ///< the successors end where those of the next step begin

    StepId partner() const { return action == Action::send ? target : source; }
    void match(StepId partner) { (action == Action::send ? target : source) = partner; }
  };

  /// Builds the schedules in the memory of those that were there before. Throws Refuted if a region
  /// is out of bounds, the input is written or a message is unmatched.
  void load(const Algorithm& algorithm, const Shape& shape, const Parameters& parameters);

  int ranks() const { return static_cast<int>(first_step_.size()) - 1; }
  StepId size() const { return first_step_.back(); }
  StepId begin(int rank) const { return first_step_[static_cast<std::size_t>(rank)]; }
  StepId end(int rank) const { return begin(rank + 1); }
  const Step& operator[](StepId step) const { return steps_[step]; }
  std::span<const std::uint32_t> waits_for() const { return waits_for_; }
  std::span<const StepId> successors_of(StepId step) const {
    const auto first = steps_[step].first_successor;
    return std::span(successors_).subspan(first, steps_[step + 1].first_successor - first);
  }
  std::int64_t scratch_units(int rank) const {
    return scratch_units_[static_cast<std::size_t>(rank)];
  }
  /// Whether any rank votes.
  bool votes() const { return !asked_.empty(); }
  /// Per vote of the rank: whether it is asked about any memory.
  std::span<const std::uint8_t> asked(int rank) const {
    const auto first = first_vote_[static_cast<std::size_t>(rank)];
    return std::span(asked_).subspan(first,
                                     first_vote_[static_cast<std::size_t>(rank) + 1] - first);
  }
  /// The vote that says how the message travels, -1 if none does.
  std::int32_t ballot(StepId step) const { return ballots_.empty() ? -1 : ballots_[step]; }
  std::int64_t messages() const { return messages_; }
  std::int64_t empty_messages() const { return empty_messages_; }
  std::int64_t units() const { return units_; }
  int rank_of(StepId step) const;
  /// For people: "step 3 (receive from 2)".
  std::string describe(StepId step) const;

 private:
  void clear();
  void reserve(const Schedule& first, int ranks);
  void append(const Schedule& schedule, const Shape& shape, int rank);
  void append_votes(const Schedule& schedule);
  void match();
  void match_send(int sender, StepId step);
  StepId sort_receives_by_sender(int rank, StepId place);
  Refuted never_sent(StepId receive) const;

  ScheduleBuilder builder_;
  std::vector<StepId> first_step_{0};
  HugeVector<Step> steps_;  ///< one more than there are, for the end of its successors
  HugeVector<std::uint32_t> waits_for_, successors_;
  std::vector<std::int64_t> scratch_units_;
  std::vector<std::uint8_t> asked_;
  std::vector<std::size_t> first_vote_{0};  ///< per rank, and one past the last
  HugeVector<std::int32_t> ballots_;        ///< per step if any rank votes, else empty
  HugeVector<StepId> receives_;             ///< of all ranks, of each sorted by sender
  std::vector<StepId> next_receive_;        ///< per rank: the first in receives_ not yet matched
  std::vector<StepId> end_of_receives_;     ///< per rank
  std::vector<StepId> place_from_sender_;   ///< while the receives of one rank are sorted
  std::int64_t messages_ = 0, empty_messages_ = 0, units_ = 0;
};

}  // namespace tutti
