#pragma once

#include "preload/overlap_tests/test_case.hpp"

namespace overlap_tests {

inline int next() { return (rank() + 1) % ranks(); }
inline int previous() { return (rank() + ranks() - 1) % ranks(); }
inline int count_of(ConstBytes data) { return static_cast<int>(data.size()); }

/// A large message from the late rank to each other one. The rank is late until the others have
/// received the message, in whatever function of MPI they are by then: none of these functions may
/// prevent that. The constructor is collective over MPI_COMM_WORLD.
class LateMessage {
 public:
  explicit LateMessage(int round);
  LateMessage(const LateMessage&) = delete;
  LateMessage& operator=(const LateMessage&) = delete;
  ~LateMessage();

 private:
  int round_;
  Buffer message_;
  MPI_Request request_ = MPI_REQUEST_NULL;
};

/// Filled buffers, and an alltoall between them that one rank enters so late.
struct LateMessageExchange {
  explicit LateMessageExchange(int round);

  Buffer send, receive;
  LateMessage late_message;
};

}  // namespace overlap_tests
