#pragma once

#include <string>

namespace tutti {

/// The options of `tutti serve`.
struct JobServiceOptions {
  std::string target = "mpi";
  std::string socket;  ///< where the supervisor listens
};

/// Runs the cases that a supervisor asks for, on all ranks of the launch, until it goes. Returns
/// the exit status.
int serve_job(const JobServiceOptions& options);

}  // namespace tutti
