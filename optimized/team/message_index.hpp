#pragma once

#include <cstdint>
#include <vector>

#include "optimized/schedule/schedule.hpp"

namespace tutti {

/// An index that finds the step of a message from the peer and the number of the message.
class MessageIndex {
 public:
  using StepId = std::uint32_t;

  /// Indexes all sends of a schedule, or all its receives.
  MessageIndex(const Schedule& schedule, bool sends, int ranks)
      : begin_(static_cast<std::size_t>(ranks) + 1) {
    const auto for_each = [&](auto visit) {
      for (StepId id = 0; id < schedule.steps.size(); ++id) {
        const Step& step = schedule.steps[id];
        if (step.is_message() && (step.action == Action::send) == sends) visit(id, step);
      }
    };
    for_each([&](StepId, const Step& step) { ++begin_[index(step.peer) + 1]; });
    for (std::size_t peer = 1; peer < begin_.size(); ++peer) begin_[peer] += begin_[peer - 1];
    steps_.resize(begin_.back());
    for_each([&](StepId id, const Step& step) {
      steps_[begin_[index(step.peer)] + index(step.message)] = id;
    });
  }

  /// Returns the step, or `nobody` if the schedule has no such message.
  StepId find(std::int32_t peer, std::int32_t message) const {
    const std::size_t place = begin_[index(peer)] + index(message);
    return place < begin_[index(peer) + 1] ? steps_[place] : no_step;
  }
  static constexpr StepId no_step = -1;

 private:
  static std::size_t index(std::int32_t number) { return static_cast<std::size_t>(number); }

  std::vector<std::uint32_t> begin_;  ///< index into steps_, per peer and one past the last
  std::vector<StepId> steps_;
};

}  // namespace tutti
