#pragma once

#include <mpi.h>

#include <atomic>
#include <memory>

#include "contract/mpi_error.hpp"

namespace tutti {

/// Number of attached objects that were deleted. A cached pointer is valid only while this number
/// is unchanged.
inline std::atomic<unsigned> comm_attributes_deleted = 0;

/// Returns the keyval under which objects of type T are attached to communicators.
template <class T>
int comm_attribute_key() {
  static const int key = [] {
    int created = MPI_KEYVAL_INVALID;
    check(PMPI_Comm_create_keyval(
        MPI_COMM_NULL_COPY_FN,
        [](MPI_Comm, int, void* object, void*) -> int {
          ++comm_attributes_deleted;
          delete static_cast<T*>(object);
          return MPI_SUCCESS;
        },
        &created, nullptr));
    return created;
  }();
  return key;
}

/// Returns the object of type T that is attached to the communicator, or null.
template <class T>
T* find_comm_attribute(MPI_Comm comm) {
  void* object = nullptr;
  int found = 0;
  check(PMPI_Comm_get_attr(comm, comm_attribute_key<T>(), &object, &found));
  return found ? static_cast<T*>(object) : nullptr;
}

/// Returns the object of type T that belongs to a communicator. It is constructed from the
/// communicator at the first call, which is collective over the communicator, and destroyed with
/// the communicator. Duplicates of the communicator get their own object.
template <class T>
T& comm_attribute(MPI_Comm comm) {
  struct Latest {
    MPI_Comm comm;
    T* object = nullptr;
    unsigned gone = 0;
  };
  static thread_local Latest latest;  // most calls use the communicator of the call before
  const unsigned gone = comm_attributes_deleted.load(std::memory_order_relaxed);
  if (latest.object && latest.comm == comm && latest.gone == gone) return *latest.object;
  T* object = find_comm_attribute<T>(comm);
  if (!object) {
    auto made = std::make_unique<T>(comm);
    check(PMPI_Comm_set_attr(comm, comm_attribute_key<T>(), made.get()));
    object = made.release();
  }
  latest = {comm, object, gone};
  return *object;
}

/// Makes MPI return error codes on the communicator during its lifetime, whatever error handler the
/// program has set.
class ScopedErrorsReturn {
 public:
  explicit ScopedErrorsReturn(MPI_Comm comm) : comm_(comm) {
    check(PMPI_Comm_get_errhandler(comm, &own_));
    PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  }
  ~ScopedErrorsReturn() {
    PMPI_Comm_set_errhandler(comm_, own_);
    PMPI_Errhandler_free(&own_);
  }
  ScopedErrorsReturn(const ScopedErrorsReturn&) = delete;
  ScopedErrorsReturn& operator=(const ScopedErrorsReturn&) = delete;

 private:
  MPI_Comm comm_;
  MPI_Errhandler own_ = MPI_ERRHANDLER_NULL;
};

/// A communicator of the same processes, on which no other messages can match and errors are
/// returned as codes. It is not a duplicate: MPI_Comm_dup would copy the attributes and hints of
/// the program.
class PrivateComm {
 public:
  explicit PrivateComm(MPI_Comm comm) {
    const ScopedErrorsReturn quietly(comm);
    MPI_Group members = MPI_GROUP_NULL;
    check(PMPI_Comm_group(comm, &members));
    const int code = PMPI_Comm_create(comm, members, &handle_);
    PMPI_Group_free(&members);
    check(code);
    check(PMPI_Comm_set_errhandler(handle_, MPI_ERRORS_RETURN));
  }
  ~PrivateComm() { PMPI_Comm_free(&handle_); }
  PrivateComm(const PrivateComm&) = delete;
  PrivateComm& operator=(const PrivateComm&) = delete;

  MPI_Comm handle() const { return handle_; }

 private:
  MPI_Comm handle_ = MPI_COMM_NULL;
};

}  // namespace tutti
