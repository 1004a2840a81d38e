#include "harness/accept/congestion.hpp"

#include <vector>

#include "contract/mpi_error.hpp"

namespace tutti {
namespace {

constexpr int bytes = 1 << 20, messages_per_look = 4, tag = 2;

/// Sends messages to the next rank, and receives as many from the previous one.
void send_around(MPI_Comm comm, std::vector<char>& sent, std::vector<char>& received) {
  int rank = 0, ranks = 1;
  check(PMPI_Comm_rank(comm, &rank));
  check(PMPI_Comm_size(comm, &ranks));
  const int next = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;
  for (int i = 0; i < messages_per_look; ++i)
    check(PMPI_Sendrecv(sent.data(), bytes, MPI_BYTE, next, tag, received.data(), bytes, MPI_BYTE,
                        previous, tag, comm, MPI_STATUS_IGNORE));
}

}  // namespace

Congestion::Congestion(const Exchange& world, MPI_Comm loading)
    : world_(world), was_loading_(loading != MPI_COMM_NULL) {
  if (!was_loading_) return;
  const Exchange ring(loading);
  std::vector<char> sent(bytes), received(bytes);
  bool ended = false;
  while (!ended) {
    send_around(ring.comm(), sent, received);
    ended = ring.share_flag(ring.rank() == 0 && world_.has_message(0));
  }
}

void Congestion::end() const {
  world_.share_flag(true);  // the notice that ends the ring at its first rank
  world_.meet();
}

}  // namespace tutti
