#pragma once

#include <mpi.h>

#include <cstddef>

#include "contract/mpi_handle.hpp"

namespace tutti {

/// The ranks of a communicator that share memory with this one, in its order. Found by what the machine says, not
/// by MPI_Comm_split_type: a library may put each rank alone (Debian's MPICH 5.0.2 does). Collective.
Communicator ranks_of_this_host(MPI_Comm comm);

/// Memory that all ranks of a communicator share, which must be on one host: a slot for each, zeroed.
class HostMemory {
 public:
  /// Collective. Throws CannotRun, at all ranks, if the host has no memory for it.
  HostMemory(MPI_Comm host, std::size_t bytes_per_rank);
  ~HostMemory();
  HostMemory(const HostMemory&) = delete;
  HostMemory& operator=(const HostMemory&) = delete;

  std::byte* slot(int rank) const { return begin_ + static_cast<std::size_t>(rank) * slot_bytes_; }

 private:
  std::size_t slot_bytes_;
  std::size_t bytes_;
  std::byte* begin_ = nullptr;
};

}  // namespace tutti
