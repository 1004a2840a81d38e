#pragma once

#include "contract/typed_blocks.hpp"
#include "optimized/team/team.hpp"

namespace tutti {

/// Count and datatype of a run of elements for MPI calls: a count beyond an int becomes one element
/// of a larger datatype.
class MpiArguments {
 public:
  explicit MpiArguments(const TypedRun& run);
  ~MpiArguments();
  MpiArguments(const MpiArguments&) = delete;
  MpiArguments& operator=(const MpiArguments&) = delete;

  int count() const { return count_; }
  MPI_Datatype type() const { return type_; }

 private:
  int count_;
  MPI_Datatype type_;
  bool made_ = false;
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
