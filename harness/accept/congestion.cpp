#include "harness/accept/congestion.hpp"

#include <algorithm>
#include <vector>

#include "contract/mpi_error.hpp"
#include "harness/measure/clock.hpp"

namespace tutti {
namespace {

constexpr int bytes = 1 << 20, tag = 2;
constexpr double us_between_looks = 50'000;  // whether to end; the ring pauses meanwhile

/// Sends a message to the next rank, and receives one from the previous one.
void send_around(MPI_Comm comm, std::vector<char>& sent, std::vector<char>& received) {
  int rank = 0, ranks = 1;
  check(PMPI_Comm_rank(comm, &rank));
  check(PMPI_Comm_size(comm, &ranks));
  const int next = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;
  check(PMPI_Sendrecv(sent.data(), bytes, MPI_BYTE, next, tag, received.data(), bytes, MPI_BYTE,
                      previous, tag, comm, MPI_STATUS_IGNORE));
}

}  // namespace

Congestion::Congestion(const Exchange& world, MPI_Comm loading)
    : world_(world), was_loading_(loading != MPI_COMM_NULL) {
  if (!was_loading_) return;
  const Exchange ring(loading);
  std::vector<char> sent(bytes), received(bytes);
  // All ranks send the same number of messages before they look.
  int messages = 1;
  bool ended = false;
  while (!ended) {
    const double begin = now_us();
    for (int i = 0; i < messages; ++i) send_around(ring.comm(), sent, received);
    const double pace = us_between_looks / std::max(1.0, now_us() - begin);
    const auto next = ring.share_values({ring.rank() == 0 && world_.has_message(0) ? 1.0 : 0.0,
                                         std::clamp(messages * pace, 1.0, 1e6)});
    ended = next[0] != 0;
    messages = static_cast<int>(next[1]);
  }
}

void Congestion::end() const {
  world_.share_flag(true);  // the notice that ends the ring at its first rank
  world_.meet();
}

}  // namespace tutti
