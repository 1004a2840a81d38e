#include "contract/local_reduction.hpp"

#include <array>
#include <cstdint>
#include <cstring>

#include "contract/mpi_error.hpp"

namespace tutti {
namespace {

using Kernel = void (*)(const void* in, void* inout, int count, bool maximum);

/// Computes the element-wise maximum or minimum. Buffers need not be aligned for the type.
template <class Unsigned>
void select(const void* in, void* inout, int count, bool maximum) {
  const auto* from = static_cast<const std::byte*>(in);
  auto* to = static_cast<std::byte*>(inout);
  for (int i = 0; i < count; ++i, from += sizeof(Unsigned), to += sizeof(Unsigned)) {
    Unsigned x, y;
    std::memcpy(&x, from, sizeof x);
    std::memcpy(&y, to, sizeof y);
    if (maximum ? x > y : x < y) std::memcpy(to, from, sizeof x);
  }
}

struct UnsignedType {
  MPI_Datatype type;
  Kernel kernel;
};

/// Returns the kernel for an unsigned integer type, or null for any other datatype.
Kernel unsigned_kernel(MPI_Datatype type) {
  const std::array<UnsignedType, 9> table{{
      {MPI_UNSIGNED_CHAR, select<unsigned char>},
      {MPI_UNSIGNED_SHORT, select<unsigned short>},
      {MPI_UNSIGNED, select<unsigned>},
      {MPI_UNSIGNED_LONG, select<unsigned long>},
      {MPI_UNSIGNED_LONG_LONG, select<unsigned long long>},
      {MPI_UINT8_T, select<std::uint8_t>},
      {MPI_UINT16_T, select<std::uint16_t>},
      {MPI_UINT32_T, select<std::uint32_t>},
      {MPI_UINT64_T, select<std::uint64_t>},
  }};
  for (const auto& row : table)
    if (row.type == type) return row.kernel;
  return nullptr;
}

}  // namespace

void reduce_local(const void* in, void* inout, int count, MPI_Datatype type, MPI_Op op) {
  if (count == 0) return;
  if (op == MPI_MAX || op == MPI_MIN)
    if (const auto kernel = unsigned_kernel(type)) return kernel(in, inout, count, op == MPI_MAX);
  check(PMPI_Reduce_local(in, inout, count, type, op));
}

}  // namespace tutti
