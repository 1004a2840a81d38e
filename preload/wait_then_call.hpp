#pragma once

#include <mpi.h>

#include <cstdint>

#include "contract/mpi_error.hpp"
#include "optimized/overlap/unmap_and_fork.hpp"
#include "optimized/overlap/wait_for_call_buffers.hpp"

/// What functions of MPI do before they call the library's own, unless they serve a collective. A
/// library that waited for protected pages would hold locks meanwhile, or block another process that
/// reads the pages directly.
namespace tutti::preload {

/// Waits until the buffer is accessible. Errors in the arguments are left for the library to
/// report.
inline void wait_for_buffer(const void* address, std::int64_t count, MPI_Datatype type) try {
  overlap::wait_until_accessible(address, count, type);
} catch (const MpiError&) {
}

}  // namespace tutti::preload
