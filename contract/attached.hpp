#pragma once

#include <mpi.h>

#include <atomic>
#include <memory>

#include "contract/mpi_error.hpp"

namespace tutti {

/// How many attached objects are gone: what was remembered before that may be one of them.
inline std::atomic<unsigned> attachments_gone = 0;

/// The object of type T that belongs to a communicator: constructed from it at first use, by all
/// its ranks together, and destroyed with it. Duplicates of the communicator get their own.
template <class T>
T& attached(MPI_Comm comm) {
  static const int keyval = [] {
    int created = MPI_KEYVAL_INVALID;
    check(PMPI_Comm_create_keyval(
        MPI_COMM_NULL_COPY_FN,
        [](MPI_Comm, int, void* object, void*) -> int {
          ++attachments_gone;
          delete static_cast<T*>(object);
          return MPI_SUCCESS;
        },
        &created, nullptr));
    return created;
  }();
  struct Latest {
    MPI_Comm comm;
    T* object = nullptr;
    unsigned gone = 0;
  };
  static thread_local Latest latest;  // most calls are for the communicator of the one before
  const unsigned gone = attachments_gone.load(std::memory_order_relaxed);
  if (latest.object && latest.comm == comm && latest.gone == gone) return *latest.object;
  void* object = nullptr;
  int found = 0;
  check(PMPI_Comm_get_attr(comm, keyval, &object, &found));
  if (!found) {
    auto made = std::make_unique<T>(comm);
    check(PMPI_Comm_set_attr(comm, keyval, made.get()));
    object = made.release();
  }
  latest = {comm, static_cast<T*>(object), gone};
  return *latest.object;
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
