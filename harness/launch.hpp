#pragma once

namespace tutti {

/// The rank that the launcher gave this process, known before MPI_Init; 0 without a launcher.
int launcher_rank();

/// Initializes MPI for one verb, and finalizes it.
class MpiSession {
 public:
  /// `threads` asks for MPI_THREAD_MULTIPLE. Throws CannotRun if MPI cannot provide it.
  explicit MpiSession(bool threads = false);
  ~MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;
};

}  // namespace tutti
