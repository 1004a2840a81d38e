#pragma once

#include <cstdint>
#include <functional>
#include <random>

#include "optimized/symbolic/machine.hpp"

namespace tutti {

/// The order of one execution, where the schedules leave it open, and the votes of the ranks.
struct Interleaving {
  enum class Pick {
    one_port,  ///< every rank sends and receives one message at a time, in schedule order
    oldest,    ///< the step that has been ready longest runs next
    newest,    ///< the step that became ready last runs next
    random,
  };

  Pick pick = Pick::one_port;
  bool buffered = false;  ///< false: a send completes only after its receive was posted
  int late = -1;          ///< this rank enters when no other can continue; -1: none
  std::uint64_t seed = 1;
  std::uint64_t refusals = 0;  ///< selects the ranks that vote no: one if odd, about 1/4 if even

  /// Returns whether the rank votes no; `ranks` is the number of ranks.
  bool refuses(int rank, int ranks) const;

  friend bool operator==(const Interleaving&, const Interleaving&) = default;
};

/// An execution of schedules in any order but one_port. As in an engine, every step that is ready
/// may run. Throws Refuted for errors during the execution; results are left in the machine's
/// memory.
class Execution {
 public:
  /// What is expected if one rank, Interleaving::late, enters only when no other can go on.
  struct Lateness {
    bool barrier = false;  ///< no rank may leave until the late one has entered
    /// Returns whether a rank may depend on the late one. Those that may not must have left when it
    /// enters. Null: nothing is expected.
    std::function<bool(int)> may_wait = {};
  };

  Execution(Machine& machine, const Interleaving& interleaving, Lateness lateness);

  void run();

 private:
  using StepId = MatchedSchedules::StepId;

  void check_lateness() const;
  void enter(int rank);
  void run_ready_steps();
  StepId pick();
  void visit(StepId step);
  void visit_send(StepId step);
  void visit_receive(StepId step);
  void complete(StepId step);

  Machine& machine_;
  const MatchedSchedules& schedules_;
  const Interleaving interleaving_;
  const Lateness lateness_;
  std::mt19937_64 random_;
  std::vector<StepId> pool_;  ///< steps that can run, from next_ on
  std::size_t next_ = 0;
  std::vector<std::vector<Provenance>> sent_;  ///< per send step: the units that it sent
};

/// Executes schedules in the one-port model and returns the number of rounds.
std::int64_t run_one_port(Machine& machine);

}  // namespace tutti
