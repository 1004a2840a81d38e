// Cases of collectives with a root: what is sent is overwritten directly after the call, and what
// is received is read.
#include "preload/overlap_tests/parts.hpp"
#include "preload/overlap_tests/test_cases.hpp"

namespace overlap_tests {

static constexpr std::byte kOther{0xEE};
static constexpr int kCount = static_cast<int>(kBlock);

/// Returns a root that is not late, and so has to wait for the late rank.
static int waiting_root(int round) { return late_rank(round + 1); }

static void gather(int round) {
  const int root = waiting_root(round);
  Buffer send(kBlock), receive(rank() == root ? world_bytes(kBlock) : 0);
  fill(send, {rank(), root, round});
  be_late(round);
  MPI_Gather(send.data(), kCount, MPI_BYTE, receive.data(), kCount, MPI_BYTE, root, MPI_COMM_WORLD);
  fill_with(send, kOther);
  if (rank() == root) check_from_all(receive, round);
}

static void scatter(int round) {
  const int root = late_rank(round);
  Buffer send(rank() == root ? world_bytes(kBlock) : 0), receive(kBlock);
  if (rank() == root) fill_for_all(send, round);
  be_late(round);
  MPI_Scatter(send.data(), kCount, MPI_BYTE, receive.data(), kCount, MPI_BYTE, root,
              MPI_COMM_WORLD);
  fill_with(send, kOther);
  check(receive, {root, rank(), round});
}

/// Gathers with MPI_IN_PLACE at the root.
static void gather_in_place(int round) {
  const int root = waiting_root(round);
  Buffer send(kBlock), receive(rank() == root ? world_bytes(kBlock) : 0);
  fill(send, {rank(), root, round});
  if (rank() == root)
    fill(Bytes(receive).subspan(kBlock * static_cast<std::size_t>(root), kBlock),
         {root, root, round});
  be_late(round);
  MPI_Gather(rank() == root ? MPI_IN_PLACE : send.data(), kCount, MPI_BYTE, receive.data(), kCount,
             MPI_BYTE, root, MPI_COMM_WORLD);
  fill_with(send, kOther);
  if (rank() == root) check_from_all(receive, round);
}

static void gather_parts(int round) {
  const int root = waiting_root(round);
  const Parts parts = parts_from_all(root, round);
  Buffer send(part_bytes(rank(), root, round)), receive;
  if (rank() == root) receive = own_buffer(parts);
  fill(send, {rank(), root, round});
  be_late(round);
  MPI_Gatherv(send.data(), static_cast<int>(send.size()), MPI_BYTE, receive.data(),
              parts.counts.data(), parts.starts.data(), MPI_BYTE, root, MPI_COMM_WORLD);
  fill_with(send, kOther);
  if (rank() != root) return;
  change_gaps(receive, parts);
  check_parts_from_all(receive, parts, root, round);
  check_gaps(receive, parts);
}

static void scatter_parts(int round) {
  const int root = late_rank(round);
  const Parts parts = parts_for_all(root, round);
  Buffer send = own_buffer(parts), receive(part_bytes(root, rank(), round));
  if (rank() == root) fill_parts_for_all(send, parts, round);
  be_late(round);
  MPI_Scatterv(send.data(), parts.counts.data(), parts.starts.data(), MPI_BYTE, receive.data(),
               static_cast<int>(receive.size()), MPI_BYTE, root, MPI_COMM_WORLD);
  fill_with(send, kOther);
  check(receive, {root, rank(), round});
}

static void reduce(int round) {
  const int root = waiting_root(round);
  std::vector<Word> send(kBlock / sizeof(Word), static_cast<Word>(rank() + 1));
  std::vector<Word> sum(rank() == root ? send.size() : 0);
  be_late(round);
  MPI_Reduce(send.data(), sum.data(), static_cast<int>(send.size()), MPI_UINT32_T, MPI_SUM, root,
             MPI_COMM_WORLD);
  send.assign(send.size(), 17);
  const Word right = static_cast<Word>(ranks() * (ranks() + 1) / 2);
  for (std::size_t word = 0; word < sum.size(); ++word)
    if (sum[word] != right) demand(Wrong{word, right, sum[word]});
}

/// Broadcasts from each rank in turn, which sends on what it has just received.
static void pass_on(int round) {
  Buffer data(kBlock);
  const int first = late_rank(round);
  if (rank() == first) fill(data, {first, kEveryone, round});
  be_late(round);
  for (int step = 0; step < ranks(); ++step)
    MPI_Bcast(data.data(), kCount, MPI_BYTE, late_rank(round + step), MPI_COMM_WORLD);
  check(data, {first, kEveryone, round});
}

std::span<const TestCase> rooted_cases() {
  static constexpr TestCase test_cases[] = {
      {"gather", gather},
      {"scatter", scatter},
      {"gather_in_place", gather_in_place},
      {"gatherv_with_gaps", gather_parts},
      {"scatterv_with_gaps", scatter_parts},
      {"reduce", reduce},
      {"bcast_by_all_in_turn", pass_on},
  };
  return test_cases;
}

}  // namespace overlap_tests
