#pragma once

#include <mpi.h>

#include <cstdint>

namespace tutti {

/// A function that computes out[i] = left[i] op right[i]. The result may be in place of either
/// operand; nothing need be aligned.
using Kernel = void (*)(const void* left, const void* right, void* out, std::int64_t count);

/// Returns the kernel of a built-in operation on a built-in datatype, or null if there is none, so
/// that the MPI library has to be used. Kernels use the widest vectors that the processor has.
Kernel find_kernel(MPI_Datatype type, MPI_Op op);

}  // namespace tutti
