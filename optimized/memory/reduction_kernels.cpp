#include "optimized/memory/reduction_kernels.hpp"

#include <type_traits>

#include "contract/datatype.hpp"
#include "contract/handle_table.hpp"

#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define FOR_EVERY_VECTOR_WIDTH __attribute__((target_clones("default", "avx2", "avx512f")))
#else
#define FOR_EVERY_VECTOR_WIDTH
#endif

namespace tutti {
namespace {

/// A type T that need not be aligned and may alias other types.
template <class T>
struct Unaligned {
  typedef T type __attribute__((aligned(1), may_alias));
};

/// The type in which T is computed: integers wrap around, which in C++ only unsigned ones may.
template <class T, bool = std::is_integral_v<T>>
struct Arithmetic {
  using type = std::make_unsigned_t<T>;
};
template <class T>
struct Arithmetic<T, false> {
  using type = T;
};

struct Sum {
  template <class T>
  static T apply(T a, T b) {
    using U = typename Arithmetic<T>::type;
    return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
  }
};
struct Product {
  template <class T>
  static T apply(T a, T b) {
    using U = typename Arithmetic<T>::type;
    // Unsigned shorts would be promoted to int, which may overflow.
    if constexpr (std::is_integral_v<T> && sizeof(T) < sizeof(int))
      return static_cast<T>(unsigned{static_cast<U>(a)} * unsigned{static_cast<U>(b)});
    else
      return static_cast<T>(static_cast<U>(a) * static_cast<U>(b));
  }
};
struct Maximum {
  template <class T>
  static T apply(T a, T b) {
    return a > b ? a : b;
  }
};
struct Minimum {
  template <class T>
  static T apply(T a, T b) {
    return a < b ? a : b;
  }
};
struct BitAnd {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>(a & b);
  }
};
struct BitOr {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>(a | b);
  }
};
struct BitXor {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>(a ^ b);
  }
};
struct LogicalAnd {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>((a != 0) & (b != 0));
  }
};
struct LogicalOr {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>((a != 0) | (b != 0));
  }
};
struct LogicalXor {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>((a != 0) != (b != 0));
  }
};

template <class T, class Op>
inline __attribute__((always_inline)) void combine_all(const void* left, const void* right,
                                                       void* out, std::int64_t count) {
  using Element = typename Unaligned<T>::type;
  const auto* const a = static_cast<const Element*>(left);
  const auto* const b = static_cast<const Element*>(right);
  auto* const c = static_cast<Element*>(out);
#pragma GCC ivdep
  for (std::int64_t i = 0; i < count; ++i) c[i] = Op::template apply<T>(a[i], b[i]);
}

template <class T, class Op>
struct Combination {
  FOR_EVERY_VECTOR_WIDTH static void run(const void* left, const void* right, void* out,
                                         std::int64_t count) {
    combine_all<T, Op>(left, right, out, count);
  }
};

using Table = HandleTable<Kernel, 512>;

template <class T>
void add_arithmetic(Table& table, MPI_Datatype type) {
  table.add(Table::key_of(type, MPI_SUM), Combination<T, Sum>::run);
  table.add(Table::key_of(type, MPI_PROD), Combination<T, Product>::run);
  table.add(Table::key_of(type, MPI_MAX), Combination<T, Maximum>::run);
  table.add(Table::key_of(type, MPI_MIN), Combination<T, Minimum>::run);
}

template <class T>
void add_bitwise(Table& table, MPI_Datatype type) {
  table.add(Table::key_of(type, MPI_BAND), Combination<T, BitAnd>::run);
  table.add(Table::key_of(type, MPI_BOR), Combination<T, BitOr>::run);
  table.add(Table::key_of(type, MPI_BXOR), Combination<T, BitXor>::run);
}

template <class T>
void add_integer(Table& table, MPI_Datatype type) {
  add_arithmetic<T>(table, type);
  add_bitwise<T>(table, type);
  table.add(Table::key_of(type, MPI_LAND), Combination<T, LogicalAnd>::run);
  table.add(Table::key_of(type, MPI_LOR), Combination<T, LogicalOr>::run);
  table.add(Table::key_of(type, MPI_LXOR), Combination<T, LogicalXor>::run);
}

/// Adds a Fortran integer type whose size is that of T: the size depends on the Fortran compiler.
template <class T>
void add_fortran_integer(Table& table, MPI_Datatype type) {
  if (type == MPI_DATATYPE_NULL || packed_bytes(type) != sizeof(T)) return;
  add_arithmetic<T>(table, type);
  add_bitwise<T>(table, type);
}

template <class T>
void add_fortran_real(Table& table, MPI_Datatype type) {
  if (type != MPI_DATATYPE_NULL && packed_bytes(type) == sizeof(T)) add_arithmetic<T>(table, type);
}

Table all_kernels() {
  Table table;
  add_integer<signed char>(table, MPI_SIGNED_CHAR);
  add_integer<unsigned char>(table, MPI_UNSIGNED_CHAR);
  add_integer<short>(table, MPI_SHORT);
  add_integer<unsigned short>(table, MPI_UNSIGNED_SHORT);
  add_integer<int>(table, MPI_INT);
  add_integer<unsigned>(table, MPI_UNSIGNED);
  add_integer<long>(table, MPI_LONG);
  add_integer<unsigned long>(table, MPI_UNSIGNED_LONG);
  add_integer<long long>(table, MPI_LONG_LONG);
  add_integer<unsigned long long>(table, MPI_UNSIGNED_LONG_LONG);
  add_integer<std::int8_t>(table, MPI_INT8_T);
  add_integer<std::int16_t>(table, MPI_INT16_T);
  add_integer<std::int32_t>(table, MPI_INT32_T);
  add_integer<std::int64_t>(table, MPI_INT64_T);
  add_integer<std::uint8_t>(table, MPI_UINT8_T);
  add_integer<std::uint16_t>(table, MPI_UINT16_T);
  add_integer<std::uint32_t>(table, MPI_UINT32_T);
  add_integer<std::uint64_t>(table, MPI_UINT64_T);
  add_arithmetic<float>(table, MPI_FLOAT);
  add_arithmetic<double>(table, MPI_DOUBLE);
  add_bitwise<unsigned char>(table, MPI_BYTE);
  add_fortran_integer<int>(table, MPI_INTEGER);
  add_fortran_integer<std::int8_t>(table, MPI_INTEGER1);
  add_fortran_integer<std::int16_t>(table, MPI_INTEGER2);
  add_fortran_integer<std::int32_t>(table, MPI_INTEGER4);
  add_fortran_integer<std::int64_t>(table, MPI_INTEGER8);
  add_fortran_real<float>(table, MPI_REAL);
  add_fortran_real<float>(table, MPI_REAL4);
  add_fortran_real<double>(table, MPI_REAL8);
  add_fortran_real<double>(table, MPI_DOUBLE_PRECISION);
  return table;
}

}  // namespace

Kernel find_kernel(MPI_Datatype type, MPI_Op op) {
  static const Table table = all_kernels();
  const auto* found = table.find(Table::key_of(type, op));
  return found ? *found : nullptr;
}

}  // namespace tutti
