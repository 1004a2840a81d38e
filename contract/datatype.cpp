#include "contract/datatype.hpp"

#include <algorithm>
#include <vector>

#include "contract/handle_table.hpp"
#include "contract/mpi_error.hpp"

namespace tutti {
namespace {

/// The strictest alignment that a built-in datatype may require, in bytes.
constexpr MPI_Aint alignment = 64;

struct Envelope {
  int integers = 0, addresses = 0, datatypes = 0, combiner = 0;
  explicit Envelope(MPI_Datatype type) {
    check(PMPI_Type_get_envelope(type, &integers, &addresses, &datatypes, &combiner));
  }
  bool named() const { return combiner == MPI_COMBINER_NAMED; }
};

std::int64_t size_of(MPI_Datatype type) {
  MPI_Count bytes = 0;
#if MPI_VERSION >= 4  // where the older function is, or will be, deprecated
  check(PMPI_Type_size_c(type, &bytes));
#else
  check(PMPI_Type_size_x(type, &bytes));
#endif
  return bytes;
}

bool has_no_gaps(MPI_Datatype type) {
  MPI_Aint lower = 0, extent = 0;
  check(PMPI_Type_get_extent(type, &lower, &extent));
  return lower == 0 && extent == size_of(type);
}

/// Returns the datatype that a contiguous datatype repeats. The caller must free it unless it is
/// named.
MPI_Datatype repeated_type(MPI_Datatype type, const Envelope& envelope) {
  std::vector<int> integers(static_cast<std::size_t>(envelope.integers));
  std::vector<MPI_Aint> addresses(static_cast<std::size_t>(envelope.addresses));
  MPI_Datatype repeated = MPI_DATATYPE_NULL;
  check(PMPI_Type_get_contents(type, envelope.integers, envelope.addresses, 1, integers.data(),
                               addresses.data(), &repeated));
  return repeated;
}

MPI_Aint asked_extent_of(MPI_Datatype type) {
  MPI_Aint lower = 0, extent = 0;
  check(PMPI_Type_get_extent(type, &lower, &extent));
  return extent;
}

/// The properties of a predefined datatype.
struct Facts {
  std::int64_t bytes;
  MPI_Aint extent;
  bool packed;
};

using FactsTable = HandleTable<Facts, 256>;

/// Queries MPI for the properties of all built-in datatypes, once: such a query takes longer than
/// sending a short message.
FactsTable ask_for_builtin_types() {
  FactsTable table;
  for (const MPI_Datatype type : {MPI_CHAR,
                                  MPI_SIGNED_CHAR,
                                  MPI_UNSIGNED_CHAR,
                                  MPI_BYTE,
                                  MPI_SHORT,
                                  MPI_UNSIGNED_SHORT,
                                  MPI_INT,
                                  MPI_UNSIGNED,
                                  MPI_LONG,
                                  MPI_UNSIGNED_LONG,
                                  MPI_LONG_LONG,
                                  MPI_UNSIGNED_LONG_LONG,
                                  MPI_FLOAT,
                                  MPI_DOUBLE,
                                  MPI_LONG_DOUBLE,
                                  MPI_INT8_T,
                                  MPI_INT16_T,
                                  MPI_INT32_T,
                                  MPI_INT64_T,
                                  MPI_UINT8_T,
                                  MPI_UINT16_T,
                                  MPI_UINT32_T,
                                  MPI_UINT64_T,
                                  MPI_C_BOOL,
                                  MPI_C_FLOAT_COMPLEX,
                                  MPI_C_DOUBLE_COMPLEX,
                                  MPI_FLOAT_INT,
                                  MPI_DOUBLE_INT,
                                  MPI_LONG_INT,
                                  MPI_2INT,
                                  MPI_SHORT_INT,
                                  MPI_LONG_DOUBLE_INT,
                                  MPI_AINT,
                                  MPI_OFFSET,
                                  MPI_COUNT,
                                  MPI_WCHAR,
                                  MPI_PACKED,
                                  MPI_INTEGER,
                                  MPI_INTEGER1,
                                  MPI_INTEGER2,
                                  MPI_INTEGER4,
                                  MPI_INTEGER8,
                                  MPI_REAL,
                                  MPI_REAL4,
                                  MPI_REAL8,
                                  MPI_REAL16,
                                  MPI_DOUBLE_PRECISION,
                                  MPI_COMPLEX,
                                  MPI_DOUBLE_COMPLEX,
                                  MPI_LOGICAL,
                                  MPI_CHARACTER,
                                  MPI_2INTEGER,
                                  MPI_2REAL,
                                  MPI_2DOUBLE_PRECISION})
    if (type != MPI_DATATYPE_NULL)
      table.add(FactsTable::key_of(type),
                {size_of(type), asked_extent_of(type), has_no_gaps(type)});
  return table;
}

/// Returns the properties of a built-in datatype, or null for a derived one.
const Facts* known_facts(MPI_Datatype type) {
  static const FactsTable table = ask_for_builtin_types();
  return table.find(FactsTable::key_of(type));
}

}  // namespace

std::int64_t packed_bytes(MPI_Datatype type) {
  const auto* facts = known_facts(type);
  return facts ? facts->bytes : size_of(type);
}

MPI_Aint extent_of(MPI_Datatype type) {
  const auto* facts = known_facts(type);
  return facts ? facts->extent : asked_extent_of(type);
}

bool is_packed(MPI_Datatype type) {
  if (type == MPI_BYTE) return true;
  if (const auto* facts = known_facts(type)) return facts->packed;
  const Envelope envelope(type);
  if (envelope.named()) return has_no_gaps(type);
  if (envelope.combiner != MPI_COMBINER_CONTIGUOUS) return false;
  MPI_Datatype repeated = repeated_type(type, envelope);
  const bool packed = is_packed(repeated);
  if (!Envelope(repeated).named()) check(PMPI_Type_free(&repeated));
  return packed;
}

bool is_builtin(MPI_Datatype type) { return known_facts(type) != nullptr; }

TypedMemory::TypedMemory(MPI_Datatype type, std::int64_t count) {
  if (count <= 0) return;
  if (const auto* facts = known_facts(type); facts && facts->packed) {
    memory_ = PooledMemory(static_cast<std::size_t>(count * facts->bytes));
    address_ = memory_.get();
    return;
  }
  MPI_Aint lower = 0, bytes = 0;
  check(PMPI_Type_get_true_extent(type, &lower, &bytes));
  const MPI_Aint to_last = static_cast<MPI_Aint>(count - 1) * extent_of(type);
  const MPI_Aint begin = lower + std::min<MPI_Aint>(0, to_last);
  const MPI_Aint end = lower + bytes + std::max<MPI_Aint>(0, to_last);
  memory_ = PooledMemory(static_cast<std::size_t>(end - begin + alignment));
  // Below zero if the datatype holds addresses above those of the memory.
  const auto unaligned = reinterpret_cast<MPI_Aint>(memory_.get()) - begin;
  address_ = reinterpret_cast<std::byte*>((unaligned + alignment - 1) & -alignment);
}

}  // namespace tutti
