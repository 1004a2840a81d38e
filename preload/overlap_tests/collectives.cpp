// Cases in which the receive buffer is used by further collectives directly after the call, and in
// which collectives follow each other on other buffers and communicators.
#include <algorithm>

#include "preload/overlap_tests/test_cases.hpp"

namespace overlap_tests {

/// Sends the received data back: each rank gets what it sent.
static void send_back(int round) {
  const Exchange exchange(kBlock, round);
  Buffer back(exchange.receive.size());
  MPI_Alltoall(exchange.receive.data(), static_cast<int>(kBlock), MPI_BYTE, back.data(),
               static_cast<int>(kBlock), MPI_BYTE, MPI_COMM_WORLD);
  require(back == exchange.send, "what was sent does not come back");
  exchange.check();
}

static void gather_received(int round) {
  const Exchange exchange(kBlock, round);
  Buffer all(world_bytes(exchange.receive.size()));
  late_allgather(exchange.receive.data(), all.data(), exchange.receive.size(), round);
  for (int receiver = 0; receiver < ranks(); ++receiver) {
    const std::size_t start = exchange.receive.size() * static_cast<std::size_t>(receiver);
    demand(first_wrong_from_all(ConstBytes(all).subspan(start, exchange.receive.size()), receiver,
                                round));
  }
}

static void bcast_received(int round) {
  Exchange exchange(kBlock, round);
  const int root = ranks() - 1;
  MPI_Bcast(exchange.receive.data(), static_cast<int>(exchange.receive.size()), MPI_BYTE, root,
            MPI_COMM_WORLD);
  demand(first_wrong_from_all(exchange.receive, root, round));
}

static Word sum_of_all(int sender, std::size_t word, int round) {
  Word sum = 0;
  for (int receiver = 0; receiver < ranks(); ++receiver)
    sum += expected({sender, receiver, round}, word);
  return sum;
}

static void reduce_received(int round) {
  const Exchange exchange(kBlock, round);
  const std::size_t words_each = kBlock / sizeof(Word);
  std::vector<Word> sum(exchange.receive.size() / sizeof(Word));
  MPI_Allreduce(exchange.receive.data(), sum.data(), static_cast<int>(sum.size()), MPI_UINT32_T,
                MPI_SUM, MPI_COMM_WORLD);
  for (std::size_t word = 0; word < sum.size(); ++word) {
    const Word right = sum_of_all(static_cast<int>(word / words_each), word % words_each, round);
    if (sum[word] != right) demand(Wrong{word, right, sum[word]});
  }
}

/// Receives twice into the same buffer: the data of the second collective stay.
static void receive_again(int round) {
  const int second = round + ranks();
  Exchange exchange(kLargeBlock, round);
  Buffer send(exchange.send.size());
  fill_for_all(send, second);
  late_alltoall(send.data(), exchange.receive.data(), kLargeBlock, second);
  check_from_all(exchange.receive, second);
  MPI_Barrier(MPI_COMM_WORLD);
  check_from_all(exchange.receive, second);
}

/// Receives into the same buffer by different collectives, the last of them from another rank.
static void receive_by_turns(int round) {
  Exchange exchange(kBlock, round);
  Buffer send(kBlock);
  fill(send, {rank(), kEveryone, round});
  late_allgather(send.data(), exchange.receive.data(), kBlock, round + 1);
  const Bytes part = Bytes(exchange.receive).first(kBlock);
  if (rank() == late_rank(round + 1)) fill(part, {rank(), kEveryone, round + ranks()});
  late_bcast(part.data(), part.size(), round + 1);
  check(part, {late_rank(round + 1), kEveryone, round + ranks()});
  for (int sender = 1; sender < ranks(); ++sender) {
    const std::size_t start = kBlock * static_cast<std::size_t>(sender);
    check(Bytes(exchange.receive).subspan(start, kBlock), {sender, kEveryone, round});
  }
}

static void many_in_a_row(int round) {
  std::vector<Exchange> exchanges;
  exchanges.reserve(6);
  for (int i = 0; i < 6; ++i)
    exchanges.emplace_back(i % 2 == 0 ? kBlock : 32 * kKiB, round + i * ranks());
  // Begins in the middle: not in the order of arrival.
  for (const int i : {3, 0, 5, 1, 4, 2}) exchanges[static_cast<std::size_t>(i)].check();
}

static void on_two_communicators(int round) {
  MPI_Comm other = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  const Exchange first(kBlock, round);
  Buffer send(first.send.size()), receive(send.size());
  fill_for_all(send, round + ranks());
  late_alltoall(send.data(), receive.data(), kBlock, round + ranks(), other);
  const Exchange third(kBlock, round + 2 * ranks());
  check_from_all(receive, round + ranks());
  third.check();
  first.check();
  MPI_Comm_free(&other);
}

static void free_communicator(int round) {
  MPI_Comm other = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  Buffer send(world_bytes(kLargeBlock)), receive(send.size());
  fill_for_all(send, round);
  late_alltoall(send.data(), receive.data(), kLargeBlock, round, other);
  MPI_Comm_free(&other);
  check_from_all(receive, round);
}

/// Makes and frees communicators while data are in flight on them.
static void free_communicators(int round) {
  std::vector<Buffer> received;
  for (int i = 0; i < 4; ++i) {
    MPI_Comm other = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    Buffer send(world_bytes(kBlock));
    received.emplace_back(send.size());
    fill_for_all(send, round + i * ranks());
    late_alltoall(send.data(), received.back().data(), kBlock, round + i * ranks(), other);
    MPI_Comm_free(&other);
  }
  for (int i = 0; i < 4; ++i)
    check_from_all(received[static_cast<std::size_t>(i)], round + i * ranks());
}

/// Starts a nonblocking collective before the exchange, and completes it afterwards.
static void beside_nonblocking(int round) {
  const int root = late_rank(round + 1);
  const Parcel parcel{root, kEveryone, round};
  Buffer data(kLargeBlock);
  if (rank() == root) fill(data, parcel);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibcast(data.data(), static_cast<int>(data.size()), MPI_BYTE, root, MPI_COMM_WORLD, &request);
  const Exchange exchange(kBlock, round);
  exchange.check();
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  check(data, parcel);
}

static void send_without_blocking(int round) {
  const Exchange exchange(kBlock, round);
  Buffer back(exchange.receive.size());
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ialltoall(exchange.receive.data(), static_cast<int>(kBlock), MPI_BYTE, back.data(),
                static_cast<int>(kBlock), MPI_BYTE, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  require(back == exchange.send, "what was sent does not come back");
}

std::span<const TestCase> collective_cases() {
  static constexpr TestCase test_cases[] = {
      {"sent_back_by_alltoall", send_back},
      {"gathered_at_once", gather_received},
      {"broadcast_at_once", bcast_received},
      {"reduced_at_once", reduce_received},
      {"received_again", receive_again},
      {"received_by_turns", receive_by_turns},
      {"many_in_a_row", many_in_a_row},
      {"two_communicators", on_two_communicators},
      {"communicator_freed", free_communicator},
      {"many_communicators_freed", free_communicators},
      {"beside_nonblocking_bcast", beside_nonblocking},
      {"sent_back_without_blocking", send_without_blocking},
  };
  return test_cases;
}

}  // namespace overlap_tests
