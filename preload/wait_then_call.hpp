#pragma once

#include <mpi.h>

#include <cstdint>
#include <type_traits>

#include "contract/mpi_error.hpp"
#include "optimized/overlap/unmap_and_fork.hpp"
#include "optimized/overlap/wait_for_call_buffers.hpp"

/// Functions that wait until buffers are accessible before they call the MPI library's own
/// function, for all functions of MPI but the served collectives. A library that waited for
/// protected pages would hold locks meanwhile, or block another process that reads the pages
/// directly.
namespace tutti::preload {

/// Waits until the buffer is accessible. Errors in the arguments are left for the library to
/// report.
inline void wait_for_buffer(const void* address, std::int64_t count, MPI_Datatype type) try {
  overlap::wait_until_accessible(address, count, type);
} catch (const MpiError&) {
}

template <class Buffer, class Count, class... Rest>
int call_when_accessible(int (*next_symbol)(Buffer*, Count, MPI_Datatype, Rest...),
                         std::type_identity_t<Buffer>* buffer, std::type_identity_t<Count> count,
                         MPI_Datatype type, std::type_identity_t<Rest>... rest) {
  wait_for_buffer(buffer, count, type);
  return next_symbol(buffer, count, type, rest...);
}

template <class... Arguments>
int call_when_all_accessible(int (*next_symbol)(Arguments...),
                             std::type_identity_t<Arguments>... arguments) {
  overlap::wait_until_all_accessible();
  return next_symbol(arguments...);
}

}  // namespace tutti::preload
