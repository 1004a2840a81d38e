#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <vector>

/// Functions that the deliberately faulty collectives share. Each mutant defines one MPI_* function
/// with one fault and leaves the rest to PMPI_*; preloaded before the MPI library, it acts as a
/// library with that fault.
namespace mutant {

using Bytes = std::vector<char>;

inline int rank_in(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}

inline int ranks_of(MPI_Comm comm) {
  int ranks = 0;
  PMPI_Comm_size(comm, &ranks);
  return ranks;
}

/// Returns whether the communicator is an intercommunicator. All but the mutants that are about these leave
/// its calls alone, so that each has its fault and no other.
inline bool between_groups(MPI_Comm comm) {
  int between = 0;
  PMPI_Comm_test_inter(comm, &between);
  return between != 0;
}

inline int size_of(MPI_Datatype type) {
  int bytes = 0;
  PMPI_Type_size(type, &bytes);
  return bytes;
}

inline MPI_Aint extent_of(MPI_Datatype type) {
  MPI_Aint lower = 0, extent = 0;
  PMPI_Type_get_extent(type, &lower, &extent);
  return extent;
}

/// Returns the address `offset` bytes after the beginning of the buffer.
inline char* at(void* buffer, MPI_Aint offset) { return static_cast<char*>(buffer) + offset; }
inline const char* at(const void* buffer, MPI_Aint offset) {
  return static_cast<const char*>(buffer) + offset;
}

/// Returns the bytes of the message, in the order of the type map.
inline Bytes pack(const void* buffer, int count, MPI_Datatype type) {
  Bytes bytes(static_cast<std::size_t>(count) * size_of(type));
  if (bytes.empty()) return bytes;  // Open MPI refuses a null pointer, even for nothing
  int position = 0;
  PMPI_Pack(buffer, count, type, bytes.data(), static_cast<int>(bytes.size()), &position,
            MPI_COMM_SELF);
  return bytes;
}

inline void unpack(const Bytes& bytes, void* buffer, int count, MPI_Datatype type) {
  if (bytes.empty()) return;
  int position = 0;
  PMPI_Unpack(bytes.data(), static_cast<int>(bytes.size()), &position, buffer, count, type,
              MPI_COMM_SELF);
}

/// The bytes of a buffer that its elements occupy: `bytes` bytes from `low` bytes after its
/// address.
struct Span {
  MPI_Aint low = 0;
  std::size_t bytes = 0;
};

inline Span span_of(int count, MPI_Datatype type) {
  if (count == 0) return {};
  MPI_Aint low = 0, bytes = 0;
  PMPI_Type_get_true_extent(type, &low, &bytes);
  const MPI_Aint to_last = (count - 1) * extent_of(type);
  return {low + std::min<MPI_Aint>(0, to_last),
          static_cast<std::size_t>(bytes + std::abs(to_last))};
}

/// Separate memory for a message, laid out like the caller's buffer.
class Scratch {
 public:
  Scratch(int count, MPI_Datatype type) : span_(span_of(count, type)), memory_(span_.bytes) {}
  void* buffer() { return memory_.data() - span_.low; }
  const Span& span() const { return span_; }
  const char* memory() const { return memory_.data(); }

 private:
  Span span_;
  Bytes memory_;
};

/// Calls the real function, then applies `fault(before, after)` to the received message: it may
/// change `after`, which is in the order of the type map.
template <typename Real, typename Fault>
int tamper(void* buffer, int count, MPI_Datatype type, Real real, Fault fault) {
  const Bytes before = pack(buffer, count, type);
  const int code = real();
  Bytes after = pack(buffer, count, type);
  fault(before, after);
  unpack(after, buffer, count, type);
  return code;
}

/// Returns the ranks 0, 1, ..., ranks - 1.
inline std::vector<int> in_order(int ranks) {
  std::vector<int> order(static_cast<std::size_t>(ranks));
  std::iota(order.begin(), order.end(), 0);
  return order;
}

/// Combines the contributions of the given ranks in the given order, and leaves the result in
/// `receive` unless that is null. Collective over the communicator.
inline int combine(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm, const std::vector<int>& order) {
  const Bytes mine = pack(send == MPI_IN_PLACE ? receive : send, count, type);
  const int bytes = static_cast<int>(mine.size());
  Bytes all(mine.size() * ranks_of(comm));
  const int code = PMPI_Allgather(mine.data(), bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, comm);
  if (receive == nullptr || count == 0) return code;
  const auto contribution = [&](int rank) {
    return Bytes(all.begin() + std::ptrdiff_t{rank} * bytes,
                 all.begin() + std::ptrdiff_t{rank + 1} * bytes);
  };
  Scratch result(count, type), operand(count, type);
  unpack(contribution(order.back()), result.buffer(), count, type);
  for (auto rank = order.rbegin() + 1; rank != order.rend(); ++rank) {
    unpack(contribution(*rank), operand.buffer(), count, type);
    PMPI_Reduce_local(operand.buffer(), result.buffer(), count, type, op);
  }
  unpack(pack(result.buffer(), count, type), receive, count, type);
  return code;
}

/// Returns a value that belongs to a communicator and is destroyed with it. Value-initialized at
/// first use.
template <typename Value>
Value& kept_with(MPI_Comm comm) {
  static const int key = [] {
    int created = MPI_KEYVAL_INVALID;
    PMPI_Comm_create_keyval(
        MPI_COMM_NULL_COPY_FN,
        [](MPI_Comm, int, void* value, void*) -> int {
          delete static_cast<Value*>(value);
          return MPI_SUCCESS;
        },
        &created, nullptr);
    return created;
  }();
  Value* value = nullptr;
  int found = 0;
  PMPI_Comm_get_attr(comm, key, &value, &found);
  if (found != 0) return *value;
  value = new Value{};
  PMPI_Comm_set_attr(comm, key, value);
  return *value;
}

}  // namespace mutant
