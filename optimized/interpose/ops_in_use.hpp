#pragma once

#include <mpi.h>

#include <map>
#include <memory>
#include <mutex>

namespace tutti::interpose {

/// A reduction operation of the program, which started calls keep.
struct HeldOp {
  explicit HeldOp(MPI_Op handle) : op(handle) {}
  ~HeldOp();
  HeldOp(const HeldOp&) = delete;
  HeldOp& operator=(const HeldOp&) = delete;

  MPI_Op op;
  bool freed_by_program = false;
};

/// The program may free an operation while calls that use it are under way, and MPI has no duplicates of
/// operations: it is freed when the last of these calls is complete.
class OpsInUse {
 public:
  std::shared_ptr<HeldOp> hold(MPI_Op op);
  /// Whether any is held.
  bool any();
  /// MPI_Op_free, as the program calls it. Returns MPI's error code.
  int free(MPI_Op* op);

 private:
  std::mutex mutex_;
  std::map<MPI_Op, std::weak_ptr<HeldOp>> held_;
};

}  // namespace tutti::interpose
