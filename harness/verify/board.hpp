#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <string>

namespace tutti {

/// Where each rank is in the present case, in memory that all ranks of this host share, so that a
/// hang can be told without a message. Ranks on other hosts are not seen.
class Board {
 public:
  enum class Phase : int { idle, preparing, entering, inside, checking, done };

  /// Collective over the world.
  Board();
  ~Board();
  Board(const Board&) = delete;
  Board& operator=(const Board&) = delete;

  /// This rank has come so far.
  void post(Phase phase, int repetition = 0, int operation = 0);
  /// One clause per rank: `rank 0: inside operation 1 of repetition 0`.
  std::string describe() const;
  /// Asks every rank of this host to end.
  void end_all() { seats_->ending.store(true); }
  bool ending() const { return seats_->ending.load(); }
  /// Whether all ranks of the world are on this host, and so share its clock.
  bool one_host() const { return host_ranks_ == world_ranks_; }

 private:
  struct Seat {
    std::atomic<bool> ending{false};  // used in the first seat only
    std::atomic<int> world_rank{0};
    std::atomic<int> phase{0};
    std::atomic<int> repetition{0};
    std::atomic<int> operation{0};
  };

  MPI_Win window_ = MPI_WIN_NULL;
  Seat* seats_ = nullptr;
  Seat* own_ = nullptr;
  int host_ranks_ = 0;
  int world_ranks_ = 0;
};

}  // namespace tutti
