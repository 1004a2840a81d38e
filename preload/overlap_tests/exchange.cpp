// Collectives whose data may be in flight when they return.
#include <sys/mman.h>

#include <chrono>
#include <thread>

#include "preload/overlap_tests/test_case.hpp"

namespace overlap_tests {

/// Returns what MPI reports about MPI_COMM_WORLD. Called once only: the result is needed after
/// MPI_Finalize, too.
static int ask(int (*of)(MPI_Comm, int*)) {
  int answer = 0;
  of(MPI_COMM_WORLD, &answer);
  return answer;
}

int rank() {
  static const int mine = ask(MPI_Comm_rank);
  return mine;
}

int ranks() {
  static const int all = ask(MPI_Comm_size);
  return all;
}

std::size_t world_bytes(std::size_t bytes_each) {
  return bytes_each * static_cast<std::size_t>(ranks());
}

int late_rank(int round) { return round % ranks(); }

void be_late(int round) {
  if (rank() == late_rank(round)) std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

void late_alltoall(const void* send, void* receive, std::size_t bytes_each, int round,
                   MPI_Comm communicator) {
  be_late(round);
  const int count = static_cast<int>(bytes_each);
  MPI_Alltoall(send, count, MPI_BYTE, receive, count, MPI_BYTE, communicator);
}

void late_allgather(const void* send, void* receive, std::size_t bytes_each, int round) {
  be_late(round);
  const int count = static_cast<int>(bytes_each);
  MPI_Allgather(send, count, MPI_BYTE, receive, count, MPI_BYTE, MPI_COMM_WORLD);
}

void late_bcast(void* data, std::size_t bytes, int round) {
  be_late(round);
  MPI_Bcast(data, static_cast<int>(bytes), MPI_BYTE, late_rank(round), MPI_COMM_WORLD);
}

Parcel parcel_of_late(int round) { return {late_rank(round), kEveryone, round}; }

void bcast_from_late(Bytes data, int round) {
  const Parcel parcel = parcel_of_late(round);
  if (rank() == parcel.sender) fill(data, parcel);
  late_bcast(data.data(), data.size(), round);
}

Exchange::Exchange(std::size_t bytes_each, int this_round)
    : round(this_round), send(world_bytes(bytes_each)), receive(world_bytes(bytes_each)) {
  fill_for_all(send, round);
  late_alltoall(send.data(), receive.data(), bytes_each, round);
}

Mapping::Mapping(std::size_t bytes) {
  void* const start =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  require(start != MAP_FAILED, "no memory");
  moved(start, bytes);
}

void Mapping::unmap() {
  if (!bytes_.empty()) munmap(bytes_.data(), bytes_.size());
  bytes_ = {};
}

}  // namespace overlap_tests
