#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "optimized/schedule/algorithm.hpp"
#include "optimized/symbolic/huge_page_vector.hpp"

namespace tutti {

/// The reason why an algorithm is wrong.
struct Refuted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The schedules of all ranks of one call in one place, with steps numbered consecutively from rank
/// 0 on and messages matched. Compact, since 4096 ranks may have 67 million steps.
class MatchedSchedules {
 public:
  using StepId = std::uint32_t;

  /// A step, kept small since the first access to memory is much of the time of a proof. A message
  /// has one region; the field of the other region holds the step at the other end of the message.
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

  /// Builds the schedules, reusing the memory of the previous ones. Throws Refuted if a region is
  /// out of bounds, the input is written or a message is unmatched.
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
  /// Returns whether any rank votes.
  bool votes() const { return !asked_.empty(); }
  /// Returns, per vote of the rank, whether the vote is on any memory.
  std::span<const std::uint8_t> asked(int rank) const {
    const auto first = first_vote_[static_cast<std::size_t>(rank)];
    return std::span(asked_).subspan(first,
                                     first_vote_[static_cast<std::size_t>(rank) + 1] - first);
  }
  /// Returns the vote that decides how the message travels, -1 if none does.
  std::int32_t vote(StepId step) const {
    return votes_of_steps_.empty() ? -1 : votes_of_steps_[step];
  }
  std::int64_t messages() const { return messages_; }
  std::int64_t empty_messages() const { return empty_messages_; }
  std::int64_t units() const { return units_; }
  int rank_of(StepId step) const;
  /// Returns a description for messages: "step 3 (receive from 2)".
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
  HugeVector<Step> steps_;  ///< with one more at the end, for the end of the last successors
  HugeVector<std::uint32_t> waits_for_, successors_;
  std::vector<std::int64_t> scratch_units_;
  std::vector<std::uint8_t> asked_;
  std::vector<std::size_t> first_vote_{0};   ///< per rank, and one past the last
  HugeVector<std::int32_t> votes_of_steps_;  ///< per step if any rank votes, else empty
  HugeVector<StepId> receives_;              ///< of all ranks; those of each rank sorted by sender
  std::vector<StepId> next_receive_;       ///< per rank: the first receive that is not yet matched
  std::vector<StepId> end_of_receives_;    ///< per rank
  std::vector<StepId> place_from_sender_;  ///< used while the receives of one rank are sorted
  std::int64_t messages_ = 0, empty_messages_ = 0, units_ = 0;
};

}  // namespace tutti
