#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/platform/host.hpp"

namespace tutti {

/// Where each rank is in the present case, in memory that all ranks of this host share, so that a
/// hang can be told without a message. Ranks on other hosts are not seen.
class RankProgress {
 public:
  enum class Phase : int { idle, preparing, ready, entering, inside, returned, checking, done };

  /// What a rank has done so far, whatever the case.
  struct Effort {
    std::uint64_t steps = 0;             ///< phases that it posted
    std::chrono::nanoseconds ran{0};     ///< its threads had a core
    std::chrono::nanoseconds waited{0};  ///< they could have run, but others had the cores
    bool in_case = false;                ///< it has not answered the last order
  };

  /// Collective over the world.
  RankProgress();
  RankProgress(const RankProgress&) = delete;
  RankProgress& operator=(const RankProgress&) = delete;

  /// This rank has come so far.
  void post(Phase phase, int repetition = 0, int operation = 0);
  /// One clause per rank: `rank 0: inside operation 1 of repetition 0`.
  std::string describe() const;

  /// Where the ranks of one case that are on this host wait for each other, if they are far more than the cores: who looks
  /// for messages while others work takes their cores from them. Else both do nothing.
  /// Before and behind the calls of a case, which has a number that grows from case to case.
  void meet_before_calls(std::uint64_t number, int world_ranks);
  void meet_behind_calls(std::uint64_t number, int world_ranks);

  /// Writes down what the kernel says of this rank's processor time.
  void post_processor_time();
  /// Of each rank of this host.
  std::vector<Effort> efforts() const;

  /// So many orders were given that the ranks have to answer.
  void post_order(std::uint64_t orders) { seats_[0].orders = orders; }
  /// This rank has answered so many orders, or, as the leader, waits for so many answers. The last one rings.
  void post_answer(std::uint64_t answers);
  /// Whether all ranks of this host have done so: then none of them needs another to go on.
  bool all_answered(std::uint64_t answers) const {
    return all_reached(&Seat::answers, answers, world_ranks_);
  }

  /// Wakes all ranks of this host that sleep.
  void ring();
  /// How often it was rung.
  std::uint32_t rings() const { return seats_[0].rings.load(); }
  /// Returns when it was rung more often than that, or after that time.
  void sleep(std::uint32_t rings, std::chrono::microseconds longest) const;

  /// Asks every rank of this host to end.
  void end_all() { seats_[0].ending.store(true); }
  bool ending() const { return seats_[0].ending.load(); }
  /// Whether all ranks of the world are on this host, and so share its clock.
  bool one_host() const { return host_ranks_ == world_ranks_; }
  /// Whether the ranks of this host are far more than its cores.
  bool crowded() const { return crowded_; }

 private:
  struct alignas(64) Seat {
    std::atomic<bool> ending{false};       // used in the first seat only
    std::atomic<std::uint32_t> rings{0};   // used in the first seat only
    std::atomic<std::uint64_t> orders{0};  // used in the leader's, which is the first of its host
    std::atomic<int> world_rank{0};
    std::atomic<int> phase{0};
    std::atomic<int> repetition{0};
    std::atomic<int> operation{0};
    std::atomic<std::uint64_t> steps{0};
    std::atomic<std::uint64_t> ready_for{0};      // the number of a case
    std::atomic<std::uint64_t> returned_from{0};  // the same
    std::atomic<std::uint64_t> answers{0};
    std::atomic<std::int64_t> ran_ns{0};
    std::atomic<std::int64_t> waited_ns{0};
  };

  using Milestone = std::atomic<std::uint64_t> Seat::*;
  void meet(Phase phase, Milestone milestone, std::uint64_t number, int world_ranks);
  void make_progress() const;
  void reach(Milestone milestone, std::uint64_t number, int world_ranks);
  bool all_reached(Milestone milestone, std::uint64_t number, int world_ranks) const;

  Communicator host_;
  HostMemory memory_;
  Seat* seats_;
  Seat* own_ = nullptr;
  int host_ranks_ = 0;
  int world_ranks_ = 0;
  bool crowded_ = false;
};

}  // namespace tutti
