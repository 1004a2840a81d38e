#pragma once

#include <mpi.h>

#include <utility>

namespace tutti {

/// An owned MPI handle, freed by the function `release`. Must be destroyed while MPI is
/// initialized.
template <typename Handle, int (*release)(Handle*)>
class MpiHandle {
 public:
  MpiHandle(Handle handle, Handle null) : handle_(handle), null_(null) {}
  MpiHandle(MpiHandle&& other) noexcept
      : handle_(std::exchange(other.handle_, other.null_)), null_(other.null_) {}
  MpiHandle& operator=(MpiHandle&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~MpiHandle() {
    if (handle_ != null_) release(&handle_);
  }

  Handle get() const { return handle_; }
  explicit operator bool() const { return handle_ != null_; }

 private:
  Handle handle_;
  Handle null_;
};

/// A communicator that is freed with its owner; freeing it is collective.
class Communicator : public MpiHandle<MPI_Comm, PMPI_Comm_free> {
 public:
  explicit Communicator(MPI_Comm comm = MPI_COMM_NULL) : MpiHandle(comm, MPI_COMM_NULL) {}
};

/// A process group.
class ProcessGroup : public MpiHandle<MPI_Group, PMPI_Group_free> {
 public:
  explicit ProcessGroup(MPI_Group group = MPI_GROUP_NULL) : MpiHandle(group, MPI_GROUP_NULL) {}
};

/// A derived datatype.
class Datatype : public MpiHandle<MPI_Datatype, PMPI_Type_free> {
 public:
  explicit Datatype(MPI_Datatype type = MPI_DATATYPE_NULL) : MpiHandle(type, MPI_DATATYPE_NULL) {}
};

/// A user-defined operation.
class UserOperator : public MpiHandle<MPI_Op, PMPI_Op_free> {
 public:
  explicit UserOperator(MPI_Op op = MPI_OP_NULL) : MpiHandle(op, MPI_OP_NULL) {}
};

}  // namespace tutti
