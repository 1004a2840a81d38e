#include "optimized/memory/copy_and_combine.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

#include "contract/datatype.hpp"
#include "contract/local_reduction.hpp"
#include "optimized/memory/reduction_kernels.hpp"

namespace tutti {
namespace {

constexpr std::int64_t int_max = std::numeric_limits<int>::max();

/// Maximal number of bytes for one call of MPI_Pack, whose sizes are ints.
constexpr std::int64_t pack_bytes_max = std::int64_t{1} << 30;

/// Returns a datatype of which one element is `count` elements of `type`.
MPI_Datatype repeated(MPI_Datatype type, std::int64_t count) {
  constexpr std::int64_t chunk = std::int64_t{1} << 30;
  MPI_Datatype chunk_type = MPI_DATATYPE_NULL, made = MPI_DATATYPE_NULL;
  check(PMPI_Type_contiguous(static_cast<int>(chunk), type, &chunk_type));
  const int lengths[] = {static_cast<int>(count / chunk), static_cast<int>(count % chunk)};
  const MPI_Aint places[] = {0, count / chunk * chunk * extent_of(type)};
  const MPI_Datatype types[] = {chunk_type, type};
  check(PMPI_Type_create_struct(2, lengths, places, types, &made));
  check(PMPI_Type_free(&chunk_type));
  check(PMPI_Type_commit(&made));
  return made;
}

/// Returns whether one element is more than MPI_Pack accepts.
bool exceeds_pack(MPI_Datatype type) { return packed_bytes(type) > int_max; }

/// Cuts the run into runs that MPI_Pack accepts, in order.
template <class Action>
void for_each_cut(const TypedRun& run, Action action) {
  const std::int64_t element = packed_bytes(run.type);
  if (element == 0) return;
  const std::int64_t most = std::max<std::int64_t>(1, pack_bytes_max / element);
  for (std::int64_t first = 0; first < run.count; first += most) {
    const std::int64_t count = std::min(most, run.count - first);
    action(element_at(run.address, first, run.type), static_cast<int>(count),
           static_cast<int>(count * element));
  }
}

/// Combines at most as many elements as MPI_Reduce_local accepts.
void combine_some(const TypedRun& source, const TypedRun& target, Order order, MPI_Op op,
                  const Team& team) {
  const int count = static_cast<int>(source.count);
  if (order == Order::before) {
    reduce_local(source.address, target.address, count, source.type, op);
    return;
  }
  const TypedMemory memory(source.type, source.count);
  const TypedRun result{memory.address(), source.count, source.type};
  copy(source, result, team);
  reduce_local(target.address, result.address, count, source.type, op);
  copy(result, target, team);
}

/// Returns whether there is no memory at an address, which then is MPI_BOTTOM or an offset from it.
bool is_near_bottom(const std::byte* address) {
  constexpr std::uintptr_t near = 4096;
  return reinterpret_cast<std::uintptr_t>(address) + near < 2 * near;
}

/// Returns the same elements at an address of memory, of a datatype that `made` then owns. MPI_Pack and
/// MPI_Unpack of MPICH refuse MPI_BOTTOM, and an offset from it may look like MPI_IN_PLACE, which the
/// standard's ABI translates.
TypedRun addressed(const TypedRun& elements, Datatype& made) {
  if (!is_near_bottom(elements.address) || elements.count == 0 || is_builtin(elements.type))
    return elements;
  MPI_Aint lower = 0, bytes = 0;
  check(PMPI_Type_get_true_extent(elements.type, &lower, &bytes));
  constexpr int length = 1;
  const MPI_Aint back = -lower;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  check(PMPI_Type_create_hindexed(1, &length, &back, elements.type, &type));
  made = Datatype(type);
  check(PMPI_Type_commit(&type));
  return {elements.address + lower, elements.count, type};
}

}  // namespace

MpiArguments::MpiArguments(const TypedRun& run) : run_(addressed(run, addressed_)) {
  if (run_.count <= int_max) return;
  repeated_ = Datatype(repeated(run_.type, run_.count));
  run_ = {run_.address, 1, repeated_.get()};
}

void copy(const TypedRun& from, const TypedRun& to, const Team& team) {
  if (from.count == 0 || (from.type == to.type && from.address == to.address)) return;
  if (from.type == to.type && is_packed(from.type)) {
    std::memmove(to.address, from.address, static_cast<std::size_t>(packed_bytes(from)));
    return;
  }
  const MpiArguments sent(from), received(to);
  const int tag = team.largest_tag();
  check(PMPI_Sendrecv(sent.address(), sent.count(), sent.type(), team.rank(), tag,
                      received.address(), received.count(), received.type(), team.rank(), tag,
                      team.comm(), MPI_STATUS_IGNORE));
}

void combine(const TypedRun& source, const TypedRun& target, Order order, MPI_Op op,
             const Team& team) {
  // With no elements, type and operation need not fit, but MPI would check them.
  if (source.count == 0) return;
  if (const auto kernel = find_kernel(source.type, op)) {
    if (order == Order::before)
      kernel(source.address, target.address, target.address, source.count);
    else
      kernel(target.address, source.address, target.address, source.count);
    return;
  }
  for (std::int64_t first = 0; first < source.count; first += int_max) {
    const std::int64_t count = std::min(int_max, source.count - first);
    combine_some({element_at(source.address, first, source.type), count, source.type},
                 {element_at(target.address, first, target.type), count, target.type}, order, op,
                 team);
  }
}

std::byte* pack(const TypedRun& elements, std::byte* packed, const Team& team) {
  if (is_packed(elements.type)) {
    const auto bytes = packed_bytes(elements);
    if (bytes > 0) std::memcpy(packed, elements.address, static_cast<std::size_t>(bytes));
    return packed + bytes;
  }
  if (exceeds_pack(elements.type)) {
    const auto bytes = packed_bytes(elements);
    copy(elements, {packed, bytes, MPI_BYTE}, team);
    return packed + bytes;
  }
  Datatype made;
  const TypedRun run = addressed(elements, made);
  for_each_cut(run, [&](std::byte* first, int count, int bytes) {
    int position = 0;
    check(PMPI_Pack(first, count, run.type, packed, bytes, &position, team.comm()));
    packed += bytes;
  });
  return packed;
}

const std::byte* unpack(const std::byte* packed, const TypedRun& elements, const Team& team) {
  if (is_packed(elements.type)) {
    const auto bytes = packed_bytes(elements);
    if (bytes > 0) std::memcpy(elements.address, packed, static_cast<std::size_t>(bytes));
    return packed + bytes;
  }
  if (exceeds_pack(elements.type)) {
    const auto bytes = packed_bytes(elements);
    copy({const_cast<std::byte*>(packed), bytes, MPI_BYTE}, elements, team);
    return packed + bytes;
  }
  Datatype made;
  const TypedRun run = addressed(elements, made);
  for_each_cut(run, [&](std::byte* first, int count, int bytes) {
    int position = 0;
    check(PMPI_Unpack(packed, bytes, &position, first, count, run.type, team.comm()));
    packed += bytes;
  });
  return packed;
}

}  // namespace tutti
