#pragma once

#include <cassert>
#include <cstdint>

#include "optimized/symbolic/memory.hpp"

namespace tutti {

/// The state of an execution, as far as it is common to all orders of execution.
class Machine {
 public:
  using StepId = MatchedSchedules::StepId;

  /// Starts the schedules anew. The first three arguments must outlive the execution.
  void reset(const MatchedSchedules& schedules, const Shape& shape, const Meaning& meaning,
             const std::function<bool(int)>& votes_yes);

  const MatchedSchedules& schedules() const { return *schedules_; }
  const Memory& memory() const { return memory_; }
  bool ready(StepId step) const { return progress_[step].waits_for == 0; }
  bool posted(StepId step) const { return progress_[step].waits_for == posted_mark; }
  bool done(StepId step) const { return progress_[step].waits_for == done_mark; }
  void post(StepId step) {
    assert(ready(step));
    progress_[step].waits_for = posted_mark;
  }
  /// Returns the last round in which a step completed on which this step depends.
  std::int32_t ready_round(StepId step) const { return progress_[step].round; }

  /// Performs a copy or a combine step.
  void perform(int rank, StepId step);
  /// Returns the units that a send sends. Valid until another step is performed or fetched.
  std::span<const Provenance> fetch(int rank, StepId send);
  /// Delivers the units to the receive.
  void deliver(int rank, StepId receive, std::span<const Provenance> units) {
    memory_.write(rank, receive, units);
  }
  /// Marks the step as done in a round and calls `on_ready` for each step that waited for this one
  /// last.
  template <class OnReady>
  void complete(StepId step, std::int32_t round, OnReady on_ready) {
    assert(ready(step) || posted(step));
    progress_[step].waits_for = done_mark;
    ++done_;
    for (const auto successor : schedules_->successors_of(step)) {
      auto& progress = progress_[successor];
      assert(progress.waits_for > 0 && progress.waits_for < posted_mark);
      progress.round = std::max(progress.round, round);
      if (--progress.waits_for == 0) on_ready(successor);
    }
  }

  /// Throws Refuted, with the ranks that wait and the steps at which they wait, unless all steps
  /// are done.
  void check_finished() const;
  /// Returns whether all steps of the rank are done.
  bool finished(int rank) const;
  /// Returns a rank other than `except` all of whose steps are done; -1 if there is none.
  int finished_rank(int except) const;

 private:
  static constexpr std::uint32_t posted_mark = 0xfffffffe;
  static constexpr std::uint32_t done_mark = 0xffffffff;
  /// State of a step, in one place because a step is seldom in the cache when it is visited.
  struct Progress {
    std::uint32_t waits_for;  ///< number of steps, or one of the marks
    std::int32_t round;
  };

  const MatchedSchedules* schedules_ = nullptr;
  Memory memory_;
  HugeVector<Progress> progress_;
  std::vector<Provenance> input_, taken_;
  StepId done_ = 0;
};

}  // namespace tutti
