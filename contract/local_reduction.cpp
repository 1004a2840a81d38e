#include "contract/local_reduction.hpp"

#include <array>
#include <cstdint>
#include <cstring>

#include "contract/float128.hpp"
#include "contract/mpi_error.hpp"

namespace tutti {
namespace {

using Kernel = void (*)(const void* in, void* inout, int count, bool maximum);

/// Computes inout = combine(in, inout), element by element. Buffers need not be aligned for the type.
template <class Number, class Combine>
void combine_each(const void* in, void* inout, int count, Combine combine) {
  const auto* from = static_cast<const std::byte*>(in);
  auto* to = static_cast<std::byte*>(inout);
  for (int i = 0; i < count; ++i, from += sizeof(Number), to += sizeof(Number)) {
    Number x, y;
    std::memcpy(&x, from, sizeof x);
    std::memcpy(&y, to, sizeof y);
    y = combine(x, y);
    std::memcpy(to, &y, sizeof y);
  }
}

/// Computes the element-wise maximum or minimum.
template <class Unsigned>
void select(const void* in, void* inout, int count, bool maximum) {
  combine_each<Unsigned>(in, inout, count,
                         [maximum](Unsigned x, Unsigned y) { return (x > y) == maximum ? x : y; });
}

/// Combines numbers of Fortran's real(16), which some libraries take for C's long double.
void combine_real16(const void* in, void* inout, int count, MPI_Op op) {
  combine_each<Float128>(in, inout, count, [op](Float128 x, Float128 y) {
    if (op == MPI_SUM) return x + y;
    if (op == MPI_PROD) return x * y;
    return (x > y) == (op == MPI_MAX) ? x : y;
  });
}

bool is_real16(MPI_Datatype type) { return type != MPI_DATATYPE_NULL && type == MPI_REAL16; }

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
  const bool arithmetic = op == MPI_SUM || op == MPI_PROD || op == MPI_MAX || op == MPI_MIN;
  if (arithmetic && is_real16(type)) return combine_real16(in, inout, count, op);
  check(PMPI_Reduce_local(in, inout, count, type, op));
}

}  // namespace tutti
