#pragma once

#include <mpi.h>

#include <cstddef>

#include "contract/mpi_handle.hpp"

namespace tutti {

/// Returns a communicator of the ranks that share memory with this one, in the order of `comm`.
/// Uses an identifier of the host instead of MPI_Comm_split_type, by which a library may separate
/// all ranks (Debian's MPICH 5.0.2 does). Collective over `comm`.
Communicator ranks_of_this_host(MPI_Comm comm);

/// Shared memory of all ranks of a communicator, which must be on one host: one zeroed slot each.
class SharedMemory {
 public:
  /// Collective over `host`. Throws CannotRun, at all ranks, if the host lacks the memory.
  SharedMemory(MPI_Comm host, std::size_t bytes_per_rank);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  std::byte* slot(int rank) const { return begin_ + static_cast<std::size_t>(rank) * slot_bytes_; }

 private:
  std::size_t slot_bytes_;
  std::size_t bytes_;
  std::byte* begin_ = nullptr;
};

}  // namespace tutti
