// Cases that reuse the send buffer, which is the program's again when the call returns.
#include <sys/mman.h>

#include <cstdlib>

#include "preload/overlap_tests/test_cases.hpp"

namespace overlap_tests {

static constexpr std::byte kOther{0xEE};

static void overwrite(int round) {
  Exchange exchange(kLargeBlock, round);
  fill_with(exchange.send, kOther);
  exchange.check();
}

/// Frees the send buffer. The allocator returns the same memory again, which the program fills with
/// something else.
static void free_at_once(std::size_t bytes_each, int round) {
  const std::size_t bytes = world_bytes(bytes_each);
  auto* const send = static_cast<std::byte*>(std::malloc(bytes));
  Buffer receive(bytes);
  fill_for_all({send, bytes}, round);
  late_alltoall(send, receive.data(), bytes_each, round);
  std::free(send);
  const Buffer again(bytes, kOther);
  check_from_all(receive, round);
  demand(first_wrong_byte(again, kOther));
}

static void free_small(int round) { free_at_once(16 * kKiB, round); }
static void free_large(int round) { free_at_once(kLargeBlock, round); }

static void unmap(int round) {
  Mapping send(world_bytes(kBlock));
  Buffer receive(world_bytes(kBlock));
  fill_for_all(send.bytes(), round);
  late_alltoall(send.bytes().data(), receive.data(), kBlock, round);
  send.unmap();
  check_from_all(receive, round);
}

/// Sends from read-only memory.
static void send_read_only(int round) {
  const Mapping send(world_bytes(kBlock));
  Buffer receive(world_bytes(kBlock));
  fill_for_all(send.bytes(), round);
  mprotect(send.bytes().data(), send.bytes().size(), PROT_READ);
  late_alltoall(send.bytes().data(), receive.data(), kBlock, round);
  check_from_all(receive, round);
}

static void overwrite_gathered(int round) {
  Buffer send(kBlock), receive(world_bytes(kBlock));
  fill(send, {rank(), kEveryone, round});
  late_allgather(send.data(), receive.data(), kBlock, round);
  fill_with(send, kOther);
  demand(first_wrong_from_all(receive, kEveryone, round));
}

static void overwrite_at_root(int round) {
  Buffer data(kLargeBlock);
  const int root = late_rank(round);
  if (rank() == root) fill(data, {root, kEveryone, round});
  late_bcast(data.data(), data.size(), round);
  if (rank() == root) {
    fill_with(data, kOther);
    return check_kept(data, kOther);
  }
  check(data, {root, kEveryone, round});
  MPI_Barrier(MPI_COMM_WORLD);
}

/// Receives into the buffer that the previous collective sends from.
static void receive_into(int round) {
  Buffer first(world_bytes(kBlock)), second(first.size()), third(first.size());
  fill_for_all(first, round);
  fill_for_all(third, round + ranks());
  late_alltoall(first.data(), second.data(), kBlock, round);
  late_alltoall(third.data(), first.data(), kBlock, round + ranks());
  check_from_all(second, round);
  check_from_all(first, round + ranks());
}

std::span<const TestCase> send_buffer_cases() {
  static constexpr TestCase test_cases[] = {
      {"send_buffer_overwritten", overwrite},
      {"send_buffer_freed", free_small},
      {"large_send_buffer_freed", free_large},
      {"send_buffer_unmapped", unmap},
      {"send_buffer_read_only", send_read_only},
      {"send_buffer_of_allgather_overwritten", overwrite_gathered},
      {"bcast_root_overwrites", overwrite_at_root},
      {"received_into_send_buffer", receive_into},
  };
  return test_cases;
}

}  // namespace overlap_tests
