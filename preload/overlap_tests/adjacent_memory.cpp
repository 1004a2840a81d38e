// Cases with receive buffers that share pages with something else, or have no whole pages at all.
#include <array>

#include "preload/overlap_tests/test_cases.hpp"

namespace overlap_tests {

static constexpr std::byte kOwn{0x5A};
static constexpr std::byte kChanged{0xA5};

static void exchange_into(Bytes receive, int round) {
  Buffer send(receive.size());
  fill_for_all(send, round);
  late_alltoall(send.data(), receive.data(), receive.size() / static_cast<std::size_t>(ranks()),
                round);
}

/// Receives `offset` bytes behind the start of a page, with bytes of the program on both sides.
static void receive_at(std::size_t offset, std::size_t bytes_each, int round) {
  const std::size_t bytes = world_bytes(bytes_each);
  const Mapping pages(offset + bytes + 4 * kKiB);
  const Bytes before = pages.bytes().first(offset);
  const Bytes receive = pages.bytes().subspan(offset, bytes);
  const Bytes behind = pages.bytes().subspan(offset + bytes);
  fill_with(before, kOwn);
  fill_with(behind, kOwn);
  exchange_into(receive, round);
  demand(first_wrong_byte(before, kOwn));
  demand(first_wrong_byte(behind, kOwn));
  fill_with(before, kChanged);
  fill_with(behind, kChanged);
  check_from_all(receive, round);
  demand(first_wrong_byte(before, kChanged));
  demand(first_wrong_byte(behind, kChanged));
}

static void receive_unaligned_by_1(int round) { receive_at(1, kBlock, round); }
static void receive_unaligned_by_8(int round) { receive_at(8, kBlock, round); }
static void receive_unaligned_by_100(int round) { receive_at(100, kBlock, round); }
static void receive_odd_counts(int round) { receive_at(4095, kBlock + 1, round); }

/// Changes variables on both sides ten million times while the data arrive: no change may be lost.
static void count_beside(int round) {
  Buffer memory(world_bytes(kBlock) + 2 * sizeof(long));
  auto* const before = reinterpret_cast<volatile long*>(memory.data());
  const Bytes receive = Bytes(memory).subspan(sizeof(long), world_bytes(kBlock));
  auto* const behind =
      reinterpret_cast<volatile long*>(memory.data() + sizeof(long) + receive.size());
  exchange_into(receive, round);
  for (long i = 0; i < 10'000'000; ++i) {
    *before = *before + 1;
    *behind = *behind + 1;
  }
  require(*before == 10'000'000 && *behind == 10'000'000, "what is beside is lost");
  check_from_all(receive, round);
}

static void receive_tiny(int round) {
  for (const std::size_t bytes : {1, 2, 3, 7, 8, 64, 100, 1000, 1024, 4095, 4096})
    for (const std::size_t offset : {0, 4000}) receive_at(offset, bytes, round);
}

/// Receives into two adjacent buffers: both are in flight, and one page has data of both.
static void receive_adjacent(int round) {
  Buffer memory(2 * world_bytes(kBlock) + 300);
  const Bytes first = Bytes(memory).subspan(300, world_bytes(kBlock));
  const Bytes second = Bytes(memory).subspan(300 + first.size());
  exchange_into(first, round);
  exchange_into(second, round + ranks());
  check_from_all(second, round + ranks());
  check_from_all(first, round);
}

static void receive_many_adjacent(int round) {
  const std::size_t bytes = world_bytes(1000);
  Buffer memory(20 * bytes);
  const auto part = [&](int i) {
    return Bytes(memory).subspan(static_cast<std::size_t>(i) * bytes, bytes);
  };
  for (int i = 0; i < 20; ++i) exchange_into(part(i), round + i * ranks());
  for (int i = 19; i >= 0; --i) check_from_all(part(i), round + i * ranks());
}

/// Receives into a second buffer that covers half of the first.
static void receive_overlapping(int round) {
  const std::size_t half = world_bytes(kBlock) / 2;
  Buffer memory(3 * half);
  const Bytes first = Bytes(memory).first(2 * half), second = Bytes(memory).subspan(half);
  exchange_into(first, round);
  exchange_into(second, round + ranks());
  for (std::size_t word = 0; word < half / sizeof(Word); ++word)
    demand(wrong_word_from_all(first, word, rank(), round));
  check_from_all(second, round + ranks());
}

/// Every second block of the memory, each of which begins and ends within a page.
class EverySecondBlock {
 public:
  EverySecondBlock(Bytes memory, std::size_t first, int round) : memory_(memory), round_(round) {
    for (int i = 0; i < ranks(); ++i) {
      sent_at_.push_back(i * kBytes);
      received_at_.push_back((2 * i + static_cast<int>(first)) * kBytes);
    }
  }
  void receive(MPI_Comm communicator) const {
    Buffer send(world_bytes(kBytes));
    fill_for_all(send, round_);
    const std::vector<int> counts(sent_at_.size(), kBytes);
    be_late(round_);
    MPI_Alltoallv(send.data(), counts.data(), sent_at_.data(), MPI_BYTE, memory_.data(),
                  counts.data(), received_at_.data(), MPI_BYTE, communicator);
  }
  void check() const {
    for (int sender = 0; sender < ranks(); ++sender)
      overlap_tests::check(
          memory_.subspan(static_cast<std::size_t>(received_at_[static_cast<std::size_t>(sender)]),
                          kBytes),
          {sender, rank(), round_});
  }
  static std::size_t memory_bytes() { return 2 * world_bytes(kBytes); }

 private:
  static constexpr int kBytes = static_cast<int>(kBlock) + 100;

  Bytes memory_;
  int round_;
  std::vector<int> sent_at_, received_at_;
};

/// Receives by calls on two communicators, neither of which waits for the other.
static void receive_in_between(int round) {
  MPI_Comm other = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  Buffer memory(EverySecondBlock::memory_bytes());
  const EverySecondBlock first(memory, 0, round), second(memory, 1, round + ranks());
  first.receive(MPI_COMM_WORLD);
  second.receive(other);
  second.check();
  first.check();
  MPI_Comm_free(&other);
}

/// Sends the first half of an allocation, which is overwritten directly after, and receives into
/// the second.
static void send_and_receive_side_by_side(int round) {
  Buffer memory(2 * world_bytes(kBlock) + 100);
  const Bytes send = Bytes(memory).subspan(100, world_bytes(kBlock));
  const Bytes receive = Bytes(memory).subspan(100 + send.size());
  fill_for_all(send, round);
  late_alltoall(send.data(), receive.data(), kBlock, round);
  fill_with(send, kOwn);
  check_from_all(receive, round);
  demand(first_wrong_byte(send, kOwn));
}

/// Follows a list whose links lie among data in flight.
static void walk_through(int round) {
  struct Node {
    Node* next;
    std::array<std::byte, 20 * kKiB> data;
  };
  std::vector<Node> nodes(4);
  for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i].next = &nodes[(i + 1) % nodes.size()];
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const int this_round = round + static_cast<int>(i) * ranks();
    const Parcel parcel{late_rank(round), kEveryone, this_round};
    if (rank() == parcel.sender) fill(nodes[i].data, parcel);
    late_bcast(nodes[i].data.data(), nodes[i].data.size(), this_round);
  }
  const Node* node = nodes.data();
  for (int i = 0; i < 8; ++i, node = node->next)
    check(node->data, {late_rank(round), kEveryone, round + i % 4 * ranks()});
}

std::span<const TestCase> neighbor_cases() {
  static constexpr TestCase test_cases[] = {
      {"unaligned_by_1", receive_unaligned_by_1},
      {"unaligned_by_8", receive_unaligned_by_8},
      {"unaligned_by_100", receive_unaligned_by_100},
      {"odd_counts", receive_odd_counts},
      {"counted_beside", count_beside},
      {"tiny", receive_tiny},
      {"adjacent", receive_adjacent},
      {"many_adjacent", receive_many_adjacent},
      {"overlapping", receive_overlapping},
      {"received_in_between", receive_in_between},
      {"send_and_receive_side_by_side", send_and_receive_side_by_side},
      {"links_among_data", walk_through},
  };
  return test_cases;
}

}  // namespace overlap_tests
