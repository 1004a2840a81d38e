#pragma once

#include "contract/typed_blocks.hpp"
#include "optimized/team/team.hpp"

namespace tutti {

/// A run of elements as MPI takes it: a count beyond an int becomes one element of a datatype
/// made for it.
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
/// signatures agree. Does nothing if both are the same place.
void copy(const TypedRun& from, const TypedRun& to, const Team& team);

/// What combines elements of that buffer, where the call has the given operation.
inline MPI_Op op_for(Buffer buffer, MPI_Op op) { return buffer == Buffer::votes ? MPI_BAND : op; }

/// target = source op target (before), or target = target op source (after). The source is not
/// changed. Throws MpiError for counts beyond an int.
void combine(const TypedRun& source, const TypedRun& target, Order order, MPI_Op op,
             const Team& team);

/// Packs the elements to `packed`, which has room for them, and returns the place behind them.
std::byte* pack(const TypedRun& elements, std::byte* packed, const Team& team);

/// The reverse. Returns the place behind what was read.
const std::byte* unpack(const std::byte* packed, const TypedRun& elements, const Team& team);

}  // namespace tutti
