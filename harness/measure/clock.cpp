#include "harness/measure/clock.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

#include "contract/host_info.hpp"

namespace tutti {
namespace {

constexpr int round_trips = 200;
constexpr int tag = 1;

/// Answers each message of rank 0 with the local time.
void answer(MPI_Comm comm) {
  for (int i = 0; i < round_trips; ++i) {
    PMPI_Recv(nullptr, 0, MPI_BYTE, 0, tag, comm, MPI_STATUS_IGNORE);
    const double time = now_us();
    PMPI_Send(&time, 1, MPI_DOUBLE, 0, tag, comm);
  }
}

/// Returns the other rank's clock minus the local clock, in microseconds, from the fastest round
/// trip.
double ask(int rank, MPI_Comm comm) {
  double fastest = std::numeric_limits<double>::max();
  double offset = 0;
  for (int i = 0; i < round_trips; ++i) {
    double remote = 0;
    const double begin = now_us();
    PMPI_Send(nullptr, 0, MPI_BYTE, rank, tag, comm);
    PMPI_Recv(&remote, 1, MPI_DOUBLE, rank, tag, comm, MPI_STATUS_IGNORE);
    const double end = now_us();
    if (end - begin < fastest) {
      fastest = end - begin;
      offset = remote - (begin + end) / 2;
    }
  }
  return offset;
}

}  // namespace

double now_us() {
  return std::chrono::duration<double, std::micro>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

CommonClock::CommonClock(const Exchange& exchange) {
  const auto hosts = exchange.collect(host_name());
  shared_ =
      exchange.share_flag(std::equal(hosts.begin() + !hosts.empty(), hosts.end(), hosts.begin()));
  if (shared_) return;
  for (int rank = 1; rank < exchange.ranks(); ++rank) {
    if (exchange.rank() == rank) answer(exchange.comm());
    const double offset =
        exchange.share_value(exchange.rank() == 0 ? ask(rank, exchange.comm()) : 0);
    if (exchange.rank() == rank) offset_us_ = offset;
  }
}

}  // namespace tutti
