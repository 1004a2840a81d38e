#pragma once

#include <cstdint>
#include <functional>
#include <random>

#include "optimized/symbolic/interleaving.hpp"
#include "optimized/symbolic/machine.hpp"

namespace tutti {

/// Executes a program in any order but one_port, as an engine does: whatever is ready may go on.
/// Throws Refuted for what goes wrong on the way; results are left in the machine's memory.
class Execution {
 public:
  /// Who may not leave before the late rank has entered, or has to.
  struct Lateness {
    bool barrier = false;                    ///< nobody may
    std::function<bool(int)> may_wait = {};  ///< the ranks for which it is false have to
  };

  Execution(Machine& machine, const Interleaving& interleaving, Lateness lateness);

  void run();

 private:
  using StepId = Program::StepId;

  void check_lateness() const;
  void enter(int rank);
  void go_on_as_far_as_possible();
  StepId pick();
  void visit(StepId step);
  void visit_send(StepId step);
  void visit_receive(StepId step);
  void complete(StepId step);

  Machine& machine_;
  const Program& program_;
  const Interleaving interleaving_;
  const Lateness lateness_;
  std::mt19937_64 random_;
  std::vector<StepId> pool_;  ///< what could go on, from next_ on
  std::size_t next_ = 0;
  std::vector<std::vector<Unit>> in_flight_;  ///< by the step that sent them
};

/// Executes a program in the one-port model and returns the rounds that it takes.
std::int64_t run_one_port(Machine& machine);

}  // namespace tutti
