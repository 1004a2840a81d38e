#pragma once

#include <mpi.h>

#include "harness/measure/control_messages.hpp"

namespace tutti {

/// Loads the network while other ranks measure.
class Congestion {
 public:
  /// At ranks that load the network, whose communicator `loading` is, sends large messages in a
  /// ring, and returns when the first rank of the world has called end(). Elsewhere `loading` is
  /// MPI_COMM_NULL, and the function returns at once. Collective over the world.
  Congestion(const Exchange& world, MPI_Comm loading);

  /// Collective over the world.
  void end() const;

 private:
  const Exchange& world_;
  bool was_loading_;
};

}  // namespace tutti
