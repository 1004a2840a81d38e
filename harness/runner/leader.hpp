#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "harness/runner/executor.hpp"
#include "harness/runner/rank_context.hpp"
#include "harness/runner/watchdog.hpp"

namespace tutti {

/// The executor at rank 0 of a launch, which runs cases on all ranks of the launch. The others run
/// serve() until stop(); if the leader is destroyed without it, they end with status 3. A crash or
/// hang ends the launch.
class Leader : public Executor {
 public:
  /// A function that is called with a case that hangs, before the launch ends.
  using OnHang = std::function<void(const Case& test, const Outcome& outcome)>;

  /// `on_look` runs some times a second while a case runs, in another thread. It needs no lock:
  /// run() does not return while it runs.
  Leader(RankContext& rank, std::chrono::milliseconds hang_limit, OnHang on_hang,
         std::function<void()> on_look = {});
  ~Leader() override;

  Outcome run(const Case& test, bool fresh) override;
  bool applicable(const Case& test) override;
  /// Ends serve() at the other ranks, where it returns the status. Returns the status.
  int stop(int status);

 private:
  RankContext& rank_;
  Case current_;
  bool stopped_ = false;
  Watchdog watchdog_;
};

/// Follows the orders of the leader, at the other ranks, until it stops. Returns its status.
int serve(RankContext& rank);

}  // namespace tutti
