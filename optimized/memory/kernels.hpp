#pragma once

#include <mpi.h>

#include <cstdint>

namespace tutti {

/// out[i] = left[i] op right[i]. The result may be either of the operands; nothing need be aligned.
using Kernel = void (*)(const void* left, const void* right, void* out, std::int64_t count);

/// The kernel of a built-in operation on a built-in datatype, or null where there is none: then the
/// MPI library has to do it. Kernels are compiled for what vectors the processor has.
Kernel find_kernel(MPI_Datatype type, MPI_Op op);

}  // namespace tutti
