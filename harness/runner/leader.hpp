#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "harness/runner/executor.hpp"
#include "harness/runner/rank.hpp"
#include "harness/runner/watchdog.hpp"

namespace tutti {

/// Rank 0 of the launch itself: has all its ranks run cases. The others serve() until the leader
/// stops them; when it goes without a word, they end with status 3. A crash or hang ends the
/// launch.
class Leader : public Executor {
 public:
  /// What to do with a case that hangs, before the launch ends.
  using OnHang = std::function<void(const Case& test, const Outcome& outcome)>;

  /// `on_look` runs some times a second while a case runs, in another thread; nothing else of the leader's does then.
  Leader(Rank& rank, std::chrono::milliseconds hang_limit, OnHang on_hang,
         std::function<void()> on_look = {});
  ~Leader() override;

  Outcome run(const Case& test, bool fresh) override;
  bool applicable(const Case& test) override;
  /// Ends serve() at the other ranks, which then return the status, too.
  int stop(int status);

 private:
  Rank& rank_;
  Case current_;
  bool stopped_ = false;
  Watchdog watchdog_;
};

/// The other ranks: follow the leader. Returns its status.
int serve(Rank& rank);

}  // namespace tutti
