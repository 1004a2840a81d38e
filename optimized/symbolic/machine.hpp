#pragma once

#include <cstdint>

#include "optimized/symbolic/memory.hpp"

namespace tutti {

/// How far an execution has come: what all orders of execution have in common.
class Machine {
 public:
  using StepId = Program::StepId;

  /// At the beginning of the program. The first three arguments must stay.
  void reset(const Program& program, const Shape& shape, const Meaning& meaning,
             const std::function<bool(int)>& votes_yes);

  const Program& program() const { return *program_; }
  const Memory& memory() const { return memory_; }
  bool ready(StepId step) const { return progress_[step].waits_for == 0; }
  bool posted(StepId step) const { return progress_[step].waits_for == posted_mark; }
  bool done(StepId step) const { return progress_[step].waits_for == done_mark; }
  void post(StepId step) { progress_[step].waits_for = posted_mark; }
  /// The last round in which something was done that the step waited for.
  std::int32_t ready_round(StepId step) const { return progress_[step].round; }

  /// Performs a copy or a combination.
  void perform(int rank, StepId step);
  /// What a send sends, until something else is done.
  std::span<const Unit> fetch(int rank, StepId send);
  /// Gives it to the receive.
  void deliver(int rank, StepId receive, std::span<const Unit> units) {
    memory_.write(rank, receive, units);
  }
  /// Marks the step as done in a round and calls `on_ready` for each step that waited for nothing
  /// else.
  template <class OnReady>
  void complete(StepId step, std::int32_t round, OnReady on_ready) {
    progress_[step].waits_for = done_mark;
    ++done_;
    for (const auto successor : program_->successors_of(step)) {
      auto& progress = progress_[successor];
      progress.round = std::max(progress.round, round);
      if (--progress.waits_for == 0) on_ready(successor);
    }
  }

  /// Throws Refuted if not everything is done, and says who waits where for whom.
  void check_finished() const;
  /// Whether all steps of the rank are done.
  bool finished(int rank) const;
  /// A rank all of whose steps are done, without regard to the given one; -1 if there is none.
  int finished_rank(int except) const;

 private:
  static constexpr std::uint32_t posted_mark = 0xfffffffe;
  static constexpr std::uint32_t done_mark = 0xffffffff;
  /// In one place, since a step is seldom in the cache when its turn comes.
  struct Progress {
    std::uint32_t waits_for;  ///< so many steps, or one of the marks
    std::int32_t round;
  };

  const Program* program_ = nullptr;
  Memory memory_;
  HugeVector<Progress> progress_;
  std::vector<Unit> input_, taken_;
  StepId done_ = 0;
};

}  // namespace tutti
