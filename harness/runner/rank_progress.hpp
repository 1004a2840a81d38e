#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/platform/shared_memory.hpp"

namespace tutti {

/// The progress of each rank in the current case, in memory that all ranks of this host share, so
/// that a hang can be described without messages. Ranks on other hosts are not included.
class RankProgress {
 public:
  enum class Phase : int {
    idle,
    making_communicators,
    preparing,
    ready,
    entering,
    inside,
    returned,
    checking,
    done
  };

  /// The steps and the processor time of a rank since the launch, over all cases.
  struct Effort {
    std::uint64_t steps = 0;             ///< number of phases that the rank posted
    std::chrono::nanoseconds ran{0};     ///< time for which its threads had a core
    std::chrono::nanoseconds waited{0};  ///< time for which they were runnable, but had no core
    bool in_case = false;                ///< the rank has not answered the last order
  };

  /// Collective over MPI_COMM_WORLD.
  RankProgress();
  RankProgress(const RankProgress&) = delete;
  RankProgress& operator=(const RankProgress&) = delete;

  /// Posts that this rank has entered a phase.
  void post(Phase phase, int repetition = 0, int operation = 0);
  /// Returns one clause per rank: `rank 0 inside operation 1 of repetition 1`, `with_stacks` and where possible with the
  /// functions of the library: `, in PMPI_Barrier > opal_progress`.
  std::string describe(bool with_stacks) const;

  /// Wait, before and behind the calls of a case, until all its ranks on this host have come there.
  /// Do nothing unless crowded(): then ranks that poll for messages would take the cores from those
  /// that still work. `number` is that of the case, and grows from case to case.
  void meet_before_calls(std::uint64_t number, int world_ranks);
  void meet_behind_calls(std::uint64_t number, int world_ranks);

  /// Posts this rank's processor time, as the kernel reports it.
  void post_processor_time();
  /// Returns the effort of each rank of this host.
  std::vector<Effort> efforts() const;

  /// Posts the number of orders that the leader has given and that ranks must answer.
  void post_order(std::uint64_t orders) { states_[0].orders = orders; }
  /// Posts the number of orders that this rank has answered or, at the leader, whose answers it
  /// waits for. The last rank wakes the others.
  void post_answer(std::uint64_t answers);
  /// Returns whether all ranks of this host have posted that number: then none needs another to go
  /// on.
  bool all_answered(std::uint64_t answers) const {
    return all_reached(&RankState::answers, answers, world_ranks_);
  }

  /// Wakes all ranks of this host that sleep.
  void wake_all();
  /// Returns the number of wake-ups so far.
  std::uint32_t wakeups() const { return states_[0].wakeups.load(); }
  /// Sleeps until there were more wake-ups than `rings`, at most for `longest`.
  void sleep(std::uint32_t wakeups, std::chrono::microseconds longest) const;

  /// Requests that every rank of this host end.
  void end_all() { states_[0].ending.store(true); }
  bool ending() const { return states_[0].ending.load(); }
  /// Returns whether all ranks of MPI_COMM_WORLD are on this host, and so share its clock.
  bool one_host() const { return host_ranks_ == world_ranks_; }
  /// Returns whether this host has more than two ranks per core.
  bool crowded() const { return crowded_; }

 private:
  struct alignas(64) RankState {
    std::atomic<bool> ending{false};        // used in the first seat only
    std::atomic<std::uint32_t> wakeups{0};  // used in the first seat only
    std::atomic<std::uint64_t> orders{0};   // used in the leader's seat only, the first of its host
    std::atomic<int> world_rank{0};
    std::atomic<pid_t> process{0};
    std::atomic<int> phase{0};
    std::atomic<int> repetition{0};
    std::atomic<int> operation{0};
    std::atomic<std::uint64_t> steps{0};
    std::atomic<std::uint64_t> ready_for{0};      // number of the last case it was ready for
    std::atomic<std::uint64_t> returned_from{0};  // number of the last case it returned from
    std::atomic<std::uint64_t> answers{0};
    std::atomic<std::int64_t> ran_ns{0};
    std::atomic<std::int64_t> waited_ns{0};
  };

  static bool is_in_call(const RankState& seat);
  /// Returns the functions in which each rank of this host is; none outside of calls.
  std::vector<std::string> stacks_in_calls() const;

  using Milestone = std::atomic<std::uint64_t> RankState::*;
  void meet(Phase phase, Milestone milestone, std::uint64_t number, int world_ranks);
  void make_progress() const;
  void reach(Milestone milestone, std::uint64_t number, int world_ranks);
  bool all_reached(Milestone milestone, std::uint64_t number, int world_ranks) const;

  Communicator host_;
  SharedMemory memory_;
  RankState* states_;
  RankState* own_ = nullptr;
  int host_ranks_ = 0;
  int world_ranks_ = 0;
  bool crowded_ = false;
};

}  // namespace tutti
