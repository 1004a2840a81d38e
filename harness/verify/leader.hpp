#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "harness/verify/control.hpp"
#include "harness/verify/evidence.hpp"
#include "harness/verify/runner.hpp"
#include "harness/verify/watchdog.hpp"

namespace tutti {

/// Rank 0: has all ranks run cases. The others serve() until the leader stops them; when it goes
/// without a word, they end with status 3.
class Leader {
 public:
  /// What to do with a case that has not ended after `limit`, before the job ends.
  using OnHang = std::function<void(const Case& test, const std::string& where)>;

  Leader(const Control& control, Runner& runner, Board& board, std::chrono::milliseconds limit,
         OnHang on_hang);
  ~Leader();
  Leader(const Leader&) = delete;
  Leader& operator=(const Leader&) = delete;

  /// From now on, a case of `mpi` that fails counts as substituted if the library beneath what is
  /// preloaded (`pmpi`) fails it, too: then it says nothing about what is preloaded.
  void excuse_library() { library_excused_ = true; }

  /// Runs the case on all ranks and joins what they saw.
  Outcome run(const Case& test, bool fresh);
  /// Ends serve() at the other ranks, which then return the status, too.
  int stop(int status);

  Runner& runner() { return runner_; }

 private:
  Outcome run_once(const Case& test, bool fresh);

  const Control& control_;
  Runner& runner_;
  Board& board_;
  Case current_;
  bool stopped_ = false;
  bool library_excused_ = false;
  Watchdog watchdog_;
};

/// The other ranks: follow the leader. Returns its status.
int serve(const Control& control, Runner& runner, Board& board, std::chrono::milliseconds limit);

}  // namespace tutti
