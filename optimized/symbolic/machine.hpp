#pragma once

#include "optimized/symbolic/memory.hpp"

namespace tutti {

/// How far an execution has come: what all orders of execution have in common.
class Machine {
 public:
  using StepId = Program::StepId;
  enum class State : std::uint8_t { idle, posted, done };

  Machine(const Program& program, const Shape& shape, const Meaning& meaning);

  /// Back to the beginning.
  void reset();

  const Program& program() const { return program_; }
  const Memory& memory() const { return memory_; }
  bool ready(StepId step) const { return waits_for_[step] == 0; }
  State& state(StepId step) { return states_[step]; }

  /// Performs a copy or a combination.
  void perform(int rank, StepId step);
  /// Takes what a send sends.
  const std::vector<Unit>& fetch(int rank, StepId send);
  /// Gives it to the receive.
  void deliver(int rank, StepId receive, std::span<const Unit> units) {
    memory_.write(rank, receive, units);
  }
  /// Marks the step as done and calls `on_ready` for each step that waited for nothing else.
  template <class OnReady>
  void complete(StepId step, OnReady on_ready) {
    states_[step] = State::done;
    ++done_;
    for (const auto successor : program_.successors_of(step))
      if (--waits_for_[successor] == 0) on_ready(successor);
  }

  /// Throws Refuted if not everything is done, and says who waits where for whom.
  void check_finished() const;
  /// A rank all of whose steps are done, without regard to the given one; -1 if there is none.
  int finished_rank(int except) const;

 private:
  bool finished(int rank) const;

  const Program& program_;
  Memory memory_;
  std::vector<std::uint32_t> waits_for_;
  std::vector<State> states_;
  std::vector<Unit> units_;
  StepId done_ = 0;
};

}  // namespace tutti
