#pragma once

#include "optimized/fabric/port.hpp"

namespace tutti::fabric {

#ifdef TUTTI_SIMULATED
constexpr bool time_is_simulated = true;
constexpr const char* default_backend = "mpi";
constexpr const char* backend_names = "mpi";
#else
/// Opens a port over UCX: shared memory, copies between processes, or TCP, whichever UCX finds.
std::unique_ptr<Port> open_ucx();
constexpr bool time_is_simulated = false;
constexpr const char* default_backend = "ucx";
constexpr const char* backend_names = "ucx or mpi";
#endif

/// Opens a port over point-to-point messages of any MPI library, also a simulated one.
std::unique_ptr<Port> open_mpi();

}  // namespace tutti::fabric
