#pragma once

#include "contract/mpi_handle.hpp"
#include "contract/typed_blocks.hpp"
#include "optimized/team/team.hpp"

namespace tutti {

/// The arguments of an MPI call for a run of elements: a count beyond an int becomes one element of a
/// larger datatype, and an address beside MPI_BOTTOM one of memory. Throws MpiError.
class MpiArguments {
 public:
  explicit MpiArguments(const TypedRun& run);

  std::byte* address() const { return run_.address; }
  int count() const { return static_cast<int>(run_.count); }
  MPI_Datatype type() const { return run_.type; }

 private:
  Datatype addressed_, repeated_;
  TypedRun run_;
};

/// Copies elements from one place of this rank to another; the datatypes may differ if their
/// signatures agree. Does nothing if both places are the same.
void copy(const TypedRun& from, const TypedRun& to, const Team& team);

/// Returns the operation that combines elements of the buffer in a call with operation `op`.
inline MPI_Op op_for(Buffer buffer, MPI_Op op) { return buffer == Buffer::votes ? MPI_BAND : op; }

/// Computes target = source op target (before), or target = target op source (after). Does not
/// change the source. Throws MpiError.
void combine(const TypedRun& source, const TypedRun& target, Order order, MPI_Op op,
             const Team& team);

/// Packs the elements to `packed`, which has room for them, and returns the end of what was
/// written.
std::byte* pack(const TypedRun& elements, std::byte* packed, const Team& team);

/// Unpacks the elements from `packed`, and returns the end of what was read.
const std::byte* unpack(const std::byte* packed, const TypedRun& elements, const Team& team);

}  // namespace tutti
