#pragma once

#include <optional>

#include "harness/runner/channel.hpp"

namespace tutti {

/// Makes the other ranks of a launch wait while rank 0, which holds this object, works alone and
/// without MPI. They must not exit: Hydra keeps a core busy once one of its processes has exited.
class IdleRanks {
 public:
  /// Throws CannotRun if the socket on which the other ranks wait cannot be made.
  IdleRanks();

  /// Sleeps until rank 0 destroys its IdleRanks. Only other ranks. On another host there is no
  /// socket to wait on, so gives up after 5 s.
  static void wait_for_end();

 private:
  std::optional<ListeningSocket> socket_;
};

}  // namespace tutti
