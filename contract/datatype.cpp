#include "contract/datatype.hpp"

#include <algorithm>
#include <vector>

#include "contract/mpi_error.hpp"

namespace tutti {
namespace {

/// As strict as any built-in type wants it.
constexpr MPI_Aint alignment = 64;

struct Envelope {
  int integers = 0, addresses = 0, datatypes = 0, combiner = 0;
  explicit Envelope(MPI_Datatype type) {
    check(PMPI_Type_get_envelope(type, &integers, &addresses, &datatypes, &combiner));
  }
  bool named() const { return combiner == MPI_COMBINER_NAMED; }
};

bool has_no_gaps(MPI_Datatype type) {
  MPI_Aint lower = 0, extent = 0;
  check(PMPI_Type_get_extent(type, &lower, &extent));
  return lower == 0 && extent == packed_bytes(type);
}

/// The datatype that a contiguous one repeats; the caller's to free unless it is named.
MPI_Datatype repeated_type(MPI_Datatype type, const Envelope& envelope) {
  std::vector<int> integers(static_cast<std::size_t>(envelope.integers));
  std::vector<MPI_Aint> addresses(static_cast<std::size_t>(envelope.addresses));
  MPI_Datatype repeated = MPI_DATATYPE_NULL;
  check(PMPI_Type_get_contents(type, envelope.integers, envelope.addresses, 1, integers.data(),
                               addresses.data(), &repeated));
  return repeated;
}

}  // namespace

std::int64_t packed_bytes(MPI_Datatype type) {
  MPI_Count bytes = 0;
  check(PMPI_Type_size_x(type, &bytes));
  return bytes;
}

MPI_Aint extent_of(MPI_Datatype type) {
  MPI_Aint lower = 0, extent = 0;
  check(PMPI_Type_get_extent(type, &lower, &extent));
  return extent;
}

bool is_packed(MPI_Datatype type) {
  const Envelope envelope(type);
  if (envelope.named()) return has_no_gaps(type);
  if (envelope.combiner != MPI_COMBINER_CONTIGUOUS) return false;
  MPI_Datatype repeated = repeated_type(type, envelope);
  const bool packed = is_packed(repeated);
  if (!Envelope(repeated).named()) check(PMPI_Type_free(&repeated));
  return packed;
}

TypedMemory::TypedMemory(MPI_Datatype type, std::int64_t count) {
  if (count <= 0) return;
  MPI_Aint lower = 0, bytes = 0;
  check(PMPI_Type_get_true_extent(type, &lower, &bytes));
  const MPI_Aint to_last = static_cast<MPI_Aint>(count - 1) * extent_of(type);
  const MPI_Aint begin = lower + std::min<MPI_Aint>(0, to_last);
  const MPI_Aint end = lower + bytes + std::max<MPI_Aint>(0, to_last);
  memory_.reset(new std::byte[static_cast<std::size_t>(end - begin + alignment)]);
  const auto unaligned = reinterpret_cast<MPI_Aint>(memory_.get()) - begin;
  address_ = reinterpret_cast<std::byte*>((unaligned + alignment - 1) / alignment * alignment);
}

}  // namespace tutti
