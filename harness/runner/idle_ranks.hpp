#pragma once

#include <optional>

#include "harness/runner/channel.hpp"

namespace tutti {

/// Held by rank 0 of a launch while it works alone, without MPI. The other ranks of the launch
/// have to stay: Hydra keeps a core busy once one of its processes has gone.
class IdleRanks {
 public:
  /// Throws CannotRun if the others cannot be told when the work is over.
  IdleRanks();

  /// The other ranks: wait, asleep, until rank 0 lets go. On another host there is none to wait
  /// for.
  static void wait_for_end();

 private:
  std::optional<ListeningSocket> socket_;
};

}  // namespace tutti
