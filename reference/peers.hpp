#pragma once

#include "contract/comm_attribute.hpp"
#include "contract/datatype.hpp"
#include "contract/local_reduction.hpp"
#include "reference/reference.hpp"

namespace tutti::reference {

// The references that other references call.
void bcast(const Call& call);
void reduce(const Call& call);
void reduce_scatter(const Call& call);

/// A message in memory, described as in MPI.
struct Message {
  void* address = nullptr;
  int count = 0;
  MPI_Datatype type = MPI_BYTE;
};

/// Returns the message of `count` elements, as an int, that begins `first` elements into a buffer. Does not
/// use the datatype where `first` is 0, since it may then be insignificant and invalid.
inline Message message(const void* buffer, MPI_Count count, MPI_Datatype type, MPI_Aint first = 0) {
  return {first == 0 ? const_cast<void*>(buffer) : element_at(buffer, first, type),
          static_cast<int>(count), type};
}

/// Returns the message that begins `bytes` bytes into a buffer.
inline Message message_at(const void* buffer, MPI_Aint bytes, MPI_Count count, MPI_Datatype type) {
  return {static_cast<std::byte*>(const_cast<void*>(buffer)) + bytes, static_cast<int>(count),
          type};
}

/// The ranks of a call, and messages between them on a private communicator.
class Peers {
 public:
  explicit Peers(MPI_Comm comm) : comm_(comm_attribute<PrivateComm>(comm).handle()) {
    check(PMPI_Comm_rank(comm_, &rank));
    check(PMPI_Comm_size(comm_, &size));
  }

  int rank = 0;
  int size = 1;

  int ahead(int distance) const { return (rank + distance) % size; }
  int behind(int distance) const { return (rank - distance + size) % size; }

  void send(const Message& m, int to) const {
    check(PMPI_Send(m.address, m.count, m.type, to, 0, comm_));
  }
  void receive(const Message& m, int from) const {
    check(PMPI_Recv(m.address, m.count, m.type, from, 0, comm_, MPI_STATUS_IGNORE));
  }
  void exchange(const Message& sent, int to, const Message& received, int from) const {
    check(PMPI_Sendrecv(sent.address, sent.count, sent.type, to, 0, received.address,
                        received.count, received.type, from, 0, comm_, MPI_STATUS_IGNORE));
  }
  /// Sends the message to the peer, and receives the peer's in its place. Does not use
  /// MPI_Sendrecv_replace: MPICH 4.0.2 truncates pair types there.
  void swap(const Message& m, int peer) const {
    const TypedMemory memory(m.type, m.count);
    const Message sent{memory.address(), m.count, m.type};
    copy(m, sent);
    exchange(sent, peer, m, peer);
  }
  void copy(const Message& from, const Message& to) const { exchange(from, rank, to, rank); }

 private:
  MPI_Comm comm_;
};

/// Sends sent(rank) to each rank, and receives received(rank) from it. In place, every pair of ranks
/// swaps its two blocks; each rank takes its peers in ascending order, which orders the pairs alike
/// at all ranks, so that no deadlock arises.
template <class Sent, class Received>
void exchange_with_all(const Call& call, Sent sent, Received received) {
  const Peers peers(call.comm);
  if (call.send == MPI_IN_PLACE) {
    for (int peer = 0; peer < peers.size; ++peer)
      if (peer != peers.rank) peers.swap(received(peer), peer);
    return;
  }
  for (int distance = 0; distance < peers.size; ++distance) {
    const int to = peers.ahead(distance), from = peers.behind(distance);
    peers.exchange(sent(to), to, received(from), from);
  }
}

/// Computes later = earlier op later, element by element.
inline void combine(const Message& earlier, const Message& later, MPI_Op op) {
  reduce_local(earlier.address, later.address, later.count, later.type, op);
}

/// Returns the contribution of this rank to a reduction of call.receive_count elements.
inline Message contribution(const Call& call) {
  return message(call.send == MPI_IN_PLACE ? call.receive : call.send, call.receive_count,
                 call.receive_type);
}

}  // namespace tutti::reference
