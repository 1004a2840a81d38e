/// Alltoallw: every rank sends one block to every rank; blocks differ in length and datatype, and
/// displacements are in bytes.
#include "reference/peers.hpp"

REFERENCE(alltoallw) {
  const auto block = [](const void* buffer, int bytes, int count, MPI_Datatype type) {
    const auto* const first = static_cast<const std::byte*>(buffer);
    return Message{const_cast<std::byte*>(first + bytes), count, type};
  };
  exchange_with_all(
      call,
      [&](int to) {
        return block(call.send, call.send_displacements[to], call.send_counts[to],
                     call.send_types[to]);
      },
      [&](int from) {
        return block(call.receive, call.receive_displacements[from], call.receive_counts[from],
                     call.receive_types[from]);
      });
}
