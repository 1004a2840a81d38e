#pragma once

#include <mpi.h>

#include <array>
#include <optional>
#include <string>

#include "harness/case/case_communicators.hpp"

namespace tutti {

/// The message that this rank sends to the next one, and the one that it gets, while a case runs calls on the
/// same communicator.
class OwnMessage {
 public:
  /// Does what the case wants before its calls. Local.
  OwnMessage(const Case& test, const Place& place, MPI_Comm comm);
  // Not copyable: MPI knows the addresses of the messages.
  OwnMessage(const OwnMessage&) = delete;
  OwnMessage& operator=(const OwnMessage&) = delete;
  /// Gives up a message that is not complete, after an error.
  ~OwnMessage();

  /// Does the rest, behind the calls, and returns what is wrong. Waits for the previous rank.
  std::optional<std::string> complete();

 private:
  using Message = std::array<int, 4>;
  Message message_of(int rank) const;
  int previous() const { return (place_.rank + place_.ranks - 1) % place_.ranks; }
  int next() const { return (place_.rank + 1) % place_.ranks; }

  OwnMessages when_;
  Place place_;
  int seed_;
  MPI_Comm comm_;
  Message sent_;
  Message received_{};
  MPI_Request request_ = MPI_REQUEST_NULL;  ///< of what was begun before the calls
};

}  // namespace tutti
