#pragma once

#include <mpi.h>

#include <cstdint>
#include <type_traits>

#include "contract/mpi_error.hpp"
#include "optimized/overlap/accessible_buffers.hpp"
#include "optimized/overlap/memory_events.hpp"

/// What functions of MPI that are none of the served collectives are given is open before they begin: a
/// library that waited for closed pages would hold locks, or wait in another process that reads them from
/// there.
namespace tutti::preload {

/// What is wrong with the arguments the library says itself.
inline void open(const void* address, std::int64_t count, MPI_Datatype type) try {
  overlap::wait_until_accessible(address, count, type);
} catch (const MpiError&) {
}

template <class Buffer, class Count, class... Rest>
int call_when_accessible(int (*next_symbol)(Buffer*, Count, MPI_Datatype, Rest...),
                         std::type_identity_t<Buffer>* buffer, std::type_identity_t<Count> count,
                         MPI_Datatype type, std::type_identity_t<Rest>... rest) {
  open(buffer, count, type);
  return next_symbol(buffer, count, type, rest...);
}

template <class... Arguments>
int call_when_all_accessible(int (*next_symbol)(Arguments...),
                             std::type_identity_t<Arguments>... arguments) {
  overlap::wait_until_all_accessible();
  return next_symbol(arguments...);
}

}  // namespace tutti::preload
