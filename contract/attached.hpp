#pragma once

#include <mpi.h>

#include <memory>

#include "contract/mpi_error.hpp"

namespace tutti {

/// The object of type T that belongs to a communicator: constructed from it at first use, by all
/// its ranks together, and destroyed with it. Duplicates of the communicator get their own.
template <class T>
T& attached(MPI_Comm comm) {
  static const int keyval = [] {
    int created = MPI_KEYVAL_INVALID;
    check(PMPI_Comm_create_keyval(
        MPI_COMM_NULL_COPY_FN,
        [](MPI_Comm, int, void* object, void*) -> int {
          delete static_cast<T*>(object);
          return MPI_SUCCESS;
        },
        &created, nullptr));
    return created;
  }();
  void* object = nullptr;
  int found = 0;
  check(PMPI_Comm_get_attr(comm, keyval, &object, &found));
  if (found) return *static_cast<T*>(object);
  auto made = std::make_unique<T>(comm);
  check(PMPI_Comm_set_attr(comm, keyval, made.get()));
  return *made.release();
}

/// A duplicate of a communicator, on which no message of anybody else can match.
class PrivateComm {
 public:
  explicit PrivateComm(MPI_Comm comm) { check(PMPI_Comm_dup(comm, &handle_)); }
  ~PrivateComm() { PMPI_Comm_free(&handle_); }
  PrivateComm(const PrivateComm&) = delete;
  PrivateComm& operator=(const PrivateComm&) = delete;

  MPI_Comm handle() const { return handle_; }

 private:
  MPI_Comm handle_ = MPI_COMM_NULL;
};

}  // namespace tutti
