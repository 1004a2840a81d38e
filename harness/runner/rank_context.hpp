#pragma once

#include "harness/platform/launch.hpp"
#include "harness/runner/coordinator.hpp"
#include "harness/runner/rank_progress.hpp"
#include "harness/runner/rank_runner.hpp"

namespace tutti {

/// The objects that each rank of a launch needs to run cases. Initializes MPI.
class RankContext {
 public:
  /// `forcing`: algorithms inside the library will be forced. Collective over all ranks.
  explicit RankContext(bool forcing);

  bool leads() const { return coordinator.rank() == 0; }
  int set_exit_status(int status) { return session_.set_exit_status(status); }

 private:
  MpiSession session_;

 public:
  RankProgress progress;
  Coordinator coordinator;
  RankRunner runner;
};

}  // namespace tutti
