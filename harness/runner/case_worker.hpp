#pragma once

#include <string>

namespace tutti {

/// The options of `tutti serve`.
struct JobServiceOptions {
  std::string target = "mpi";
  std::string socket;  ///< path of the socket on which the supervisor listens
};

/// Runs the cases that a supervisor requests, on all ranks of the launch, until the supervisor
/// closes the connection. Returns the exit status.
int serve_job(const JobServiceOptions& options);

}  // namespace tutti
