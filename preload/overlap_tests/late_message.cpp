#include "preload/overlap_tests/late_message.hpp"

#include <chrono>
#include <thread>

namespace overlap_tests {

static constexpr int kTag = 9;
/// Time after which the other ranks are in what they do with data in flight.
static constexpr std::chrono::milliseconds kInside{50};

static Buffer filled_for_all(int round) {
  Buffer data(world_bytes(kBlock));
  fill_for_all(data, round);
  return data;
}

LateMessage::LateMessage(int round) : round_(round), message_(kKiB * kKiB) {
  const int late = late_rank(round);
  if (rank() != late)
    MPI_Irecv(message_.data(), count_of(message_), MPI_BYTE, late, kTag, MPI_COMM_WORLD, &request_);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank() != late) return;
  std::this_thread::sleep_for(kInside);
  for (int to = 0; to < ranks(); ++to) {
    if (to == late) continue;
    fill(message_, {late, to, round});
    MPI_Ssend(message_.data(), count_of(message_), MPI_BYTE, to, kTag, MPI_COMM_WORLD);
  }
}

LateMessage::~LateMessage() {
  MPI_Wait(&request_, MPI_STATUS_IGNORE);
  if (rank() != late_rank(round_)) check(message_, {late_rank(round_), rank(), round_});
}

LateMessageExchange::LateMessageExchange(int round)
    : send(filled_for_all(round)), receive(world_bytes(kBlock)), late_message(round) {
  late_alltoall(send.data(), receive.data(), kBlock, round);
}

}  // namespace overlap_tests
