// Cases in which the receive buffer is the buffer of a message directly after the collective.
#include <algorithm>

#include "preload/overlap_tests/late_message.hpp"
#include "preload/overlap_tests/test_cases.hpp"

namespace overlap_tests {

static constexpr int kTag = 7;
static constexpr std::byte kOwn{0x5A};

static MPI_Request receive_from_previous(Bytes data) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Irecv(data.data(), count_of(data), MPI_BYTE, previous(), kTag, MPI_COMM_WORLD, &request);
  return request;
}

/// Calls send(), which has to send what was received to the next rank; requires that this rank then
/// gets what the previous rank received.
template <class Send>
static void pass_on(int round, const Send& send) {
  Buffer passed(world_bytes(kBlock));
  MPI_Request request = receive_from_previous(passed);
  const Exchange exchange(kBlock, round);
  send(ConstBytes(exchange.receive));
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  demand(first_wrong_from_all(passed, previous(), round));
  exchange.check();
}

static void send_at_once(int round) {
  pass_on(round, [](ConstBytes data) {
    MPI_Send(data.data(), count_of(data), MPI_BYTE, next(), kTag, MPI_COMM_WORLD);
  });
}

static void send_synchronously(int round) {
  pass_on(round, [](ConstBytes data) {
    MPI_Ssend(data.data(), count_of(data), MPI_BYTE, next(), kTag, MPI_COMM_WORLD);
  });
}

static void start_sending(int round) {
  pass_on(round, [](ConstBytes data) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Isend(data.data(), count_of(data), MPI_BYTE, next(), kTag, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  });
}

static void send_persistently(int round) {
  pass_on(round, [](ConstBytes data) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Send_init(data.data(), count_of(data), MPI_BYTE, next(), kTag, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
  });
}

static void send_buffered(int round) {
  Buffer space(world_bytes(kBlock) + MPI_BSEND_OVERHEAD);
  MPI_Buffer_attach(space.data(), count_of(space));
  pass_on(round, [](ConstBytes data) {
    MPI_Bsend(data.data(), count_of(data), MPI_BYTE, next(), kTag, MPI_COMM_WORLD);
  });
  void* detached = nullptr;
  int bytes = 0;
  MPI_Buffer_detach(static_cast<void*>(&detached), &bytes);
}

static void send_packed(int round) {
  pass_on(round, [](ConstBytes data) {
    Buffer packed(data.size() + kKiB);
    int end = 0;
    MPI_Pack(data.data(), count_of(data), MPI_BYTE, packed.data(), count_of(packed), &end,
             MPI_COMM_WORLD);
    Buffer unpacked(data.size());
    int start = 0;
    MPI_Unpack(packed.data(), end, &start, unpacked.data(), count_of(unpacked), MPI_BYTE,
               MPI_COMM_WORLD);
    MPI_Send(unpacked.data(), count_of(unpacked), MPI_BYTE, next(), kTag, MPI_COMM_WORLD);
  });
}

static void send_and_receive(int round) {
  Buffer passed(world_bytes(kBlock));
  const Exchange exchange(kBlock, round);
  MPI_Sendrecv(exchange.receive.data(), count_of(passed), MPI_BYTE, next(), kTag, passed.data(),
               count_of(passed), MPI_BYTE, previous(), kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  demand(first_wrong_from_all(passed, previous(), round));
  exchange.check();
}

#if MPI_VERSION >= 4
/// Calls start(), which has to start to send what was received to the next rank, and to receive the
/// same from the previous one.
template <class Start>
static void pass_held_up(int round, const Start& start) {
  Buffer passed(world_bytes(kBlock));
  LateMessageExchange held_up(round);
  MPI_Request request = MPI_REQUEST_NULL;
  start(Bytes(held_up.receive), Bytes(passed), &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  demand(first_wrong_from_all(passed, previous(), round));
  check_from_all(held_up.receive, round);
}

static void start_sending_and_receiving(int round) {
  pass_held_up(round, [](Bytes data, Bytes passed, MPI_Request* request) {
    MPI_Isendrecv(data.data(), count_of(data), MPI_BYTE, next(), kTag, passed.data(),
                  count_of(passed), MPI_BYTE, previous(), kTag, MPI_COMM_WORLD, request);
  });
}

static void send_large_count(int round) {
  pass_held_up(round, [](Bytes data, Bytes passed, MPI_Request* request) {
    *request = receive_from_previous(passed);
    MPI_Send_c(data.data(), static_cast<MPI_Count>(data.size()), MPI_BYTE, next(), kTag,
               MPI_COMM_WORLD);
  });
}
#endif

/// Calls no function of MPI until the data are there.
static void compute_held_up(int round) {
  const LateMessageExchange held_up(round);
  check_from_all(held_up.receive, round);
}

static void pack_for_others(int round) {
  Buffer packed(world_bytes(kBlock)), unpacked(world_bytes(kBlock));
  const LateMessageExchange held_up(round);
  const ConstBytes data = held_up.receive;
  MPI_Aint end = 0, start = 0;
  MPI_Pack_external("external32", data.data(), count_of(data), MPI_BYTE, packed.data(),
                    static_cast<MPI_Aint>(packed.size()), &end);
  MPI_Unpack_external("external32", packed.data(), end, &start, unpacked.data(), count_of(unpacked),
                      MPI_BYTE);
  check_from_all(unpacked, round);
  check_from_all(held_up.receive, round);
}

static void replace(int round) {
  Exchange exchange(kBlock, round);
  MPI_Sendrecv_replace(exchange.receive.data(), count_of(exchange.receive), MPI_BYTE, next(), kTag,
                       previous(), kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  demand(first_wrong_from_all(exchange.receive, previous(), round));
}

/// Receives a message into the receive buffer: it must replace the collective's data.
static void receive_over(int round) {
  Exchange exchange(kBlock, round);
  const Buffer own(exchange.receive.size(), kOwn);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Isend(own.data(), count_of(own), MPI_BYTE, next(), kTag, MPI_COMM_WORLD, &request);
  MPI_Recv(exchange.receive.data(), count_of(own), MPI_BYTE, previous(), kTag, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  check_kept(exchange.receive, kOwn);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void start_receiving_over(int round) {
  Exchange exchange(kBlock, round);
  MPI_Request request = receive_from_previous(exchange.receive);
  const Buffer own(exchange.receive.size(), kOwn);
  MPI_Send(own.data(), count_of(own), MPI_BYTE, next(), kTag, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  check_kept(exchange.receive, kOwn);
}

/// Receives a message into a part of the receive buffer: the rest must keep the collective's data.
static void receive_over_a_part(int round) {
  Exchange exchange(kBlock, round);
  const Bytes part = Bytes(exchange.receive).first(1000);
  MPI_Request request = receive_from_previous(part);
  const Buffer own(part.size(), kOwn);
  MPI_Send(own.data(), count_of(own), MPI_BYTE, next(), kTag, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  const std::size_t words = exchange.receive.size() / sizeof(Word);
  for (std::size_t word = part.size() / sizeof(Word); word < words; ++word)
    demand(wrong_word_from_all(exchange.receive, word, rank(), round));
  check_kept(part, kOwn);
}

/// Receives a message that the root sends before the broadcast, and for which the other ranks wait
/// only after it: its transfer must continue while they wait for the broadcast's data.
static void receive_before_bcast(int round) {
  const int root = late_rank(round);
  Buffer message(kKiB * kKiB), data(kLargeBlock);
  const Parcel sent{root, kEveryone, round}, told{root, rank(), round};
  MPI_Request request = MPI_REQUEST_NULL;
  if (rank() != root) {
    MPI_Irecv(message.data(), count_of(message), MPI_BYTE, root, kTag, MPI_COMM_WORLD, &request);
  } else {
    fill(data, sent);
    be_late(round);
  }
  for (int to = 0; rank() == root && to < ranks(); ++to) {
    if (to == root) continue;
    fill(message, {root, to, round});
    MPI_Ssend(message.data(), count_of(message), MPI_BYTE, to, kTag, MPI_COMM_WORLD);
  }
  MPI_Bcast(data.data(), count_of(data), MPI_BYTE, root, MPI_COMM_WORLD);
  check(data, sent);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (rank() != root) check(message, told);
}

static void reduce_locally(int round) {
  const Exchange exchange(kBlock, round);
  const std::size_t words = exchange.receive.size() / sizeof(Word);
  std::vector<Word> sum(words, 1);
  MPI_Reduce_local(exchange.receive.data(), sum.data(), static_cast<int>(words), MPI_UINT32_T,
                   MPI_SUM);
  std::ranges::for_each(sum, [](Word& word) { --word; });
  check_from_all(std::as_bytes(std::span(sum)), round);
}

std::span<const TestCase> message_cases() {
  static constexpr TestCase test_cases[] = {
    {"sent_at_once", send_at_once},
    {"sent_synchronously", send_synchronously},
    {"sent_without_blocking", start_sending},
    {"sent_persistently", send_persistently},
    {"sent_buffered", send_buffered},
    {"packed_at_once", send_packed},
    {"sent_and_received", send_and_receive},
#if MPI_VERSION >= 4
    {"sent_and_received_without_blocking", start_sending_and_receiving},
    {"sent_with_large_count", send_large_count},
#endif
    {"computed_while_held_up", compute_held_up},
    {"packed_for_others", pack_for_others},
    {"replaced_by_message", replace},
    {"received_over", receive_over},
    {"received_over_without_blocking", start_receiving_over},
    {"received_over_a_part", receive_over_a_part},
    {"receive_posted_before_bcast", receive_before_bcast},
    {"reduced_locally", reduce_locally},
  };
  return test_cases;
}

}  // namespace overlap_tests
