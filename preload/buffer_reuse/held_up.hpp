#pragma once

#include "preload/buffer_reuse/reuse_case.hpp"

namespace buffer_reuse {

inline int next() { return (rank() + 1) % ranks(); }
inline int previous() { return (rank() + ranks() - 1) % ranks(); }
inline int count_of(ConstBytes data) { return static_cast<int>(data.size()); }

/// A large message from the rank that is late to each other one. It is late until all are taken, which they
/// are in whatever function of MPI the others are by then: none of those may keep them out. Constructed by
/// all together.
class HoldUp {
 public:
  explicit HoldUp(int round);
  HoldUp(const HoldUp&) = delete;
  HoldUp& operator=(const HoldUp&) = delete;
  ~HoldUp();

 private:
  int round_;
  Buffer message_;
  MPI_Request request_ = MPI_REQUEST_NULL;
};

/// Filled buffers, and an alltoall between them to which one rank comes that late.
struct HeldUpExchange {
  explicit HeldUpExchange(int round);

  Buffer send, receive;
  HoldUp hold_up;
};

}  // namespace buffer_reuse
