#pragma once

#include "harness/platform/launch.hpp"
#include "harness/runner/coordinator.hpp"
#include "harness/runner/rank_progress.hpp"
#include "harness/runner/runner.hpp"

namespace tutti {

/// What each rank of a launch has that runs cases. Initializes MPI.
class Rank {
 public:
  /// `forcing`: algorithms inside the library will be forced. Collective over the launch.
  explicit Rank(bool forcing);

  bool leads() const { return coordinator.rank() == 0; }
  int ending_with(int status) { return session_.ending_with(status); }

 private:
  MpiSession session_;

 public:
  RankProgress progress;
  Coordinator coordinator;
  Runner runner;
};

}  // namespace tutti
