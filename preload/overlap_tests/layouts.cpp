// Cases with buffers that are not just blocks one behind the other.
#include <array>
#include <vector>

#include "preload/overlap_tests/late_message.hpp"
#include "preload/overlap_tests/parts.hpp"
#include "preload/overlap_tests/test_cases.hpp"

namespace overlap_tests {

static constexpr std::byte kOwn{0x5A};
static constexpr std::byte kOther{0xEE};
static constexpr int kCount = static_cast<int>(kBlock);

static void alltoall_parts(int round) {
  const Parts from = parts_for_all(rank(), round), to = parts_from_all(rank(), round);
  Buffer send = own_buffer(from), receive = own_buffer(to);
  fill_parts_for_all(send, from, round);
  be_late(round);
  MPI_Alltoallv(send.data(), from.counts.data(), from.starts.data(), MPI_BYTE, receive.data(),
                to.counts.data(), to.starts.data(), MPI_BYTE, MPI_COMM_WORLD);
  fill_with(send, kOther);
  change_gaps(receive, to);
  check_parts_from_all(receive, to, rank(), round);
  check_gaps(receive, to);
}

static void allgather_parts(int round) {
  const Parts parts = parts_from_all(kEveryone, round);
  Buffer send(part_bytes(rank(), kEveryone, round)), receive = own_buffer(parts);
  fill(send, {rank(), kEveryone, round});
  be_late(round);
  MPI_Allgatherv(send.data(), static_cast<int>(send.size()), MPI_BYTE, receive.data(),
                 parts.counts.data(), parts.starts.data(), MPI_BYTE, MPI_COMM_WORLD);
  fill_with(send, kOther);
  change_gaps(receive, parts);
  check_parts_from_all(receive, parts, kEveryone, round);
  check_gaps(receive, parts);
}

#if MPI_VERSION >= 4
static void allgatherv_large_counts(int round) {
  LateMessageExchange held_up(round);
  const int all = ranks();
  Buffer& sent = held_up.receive;
  const auto each = static_cast<MPI_Count>(sent.size());
  Buffer received(sent.size() * static_cast<std::size_t>(all));
  const std::vector<MPI_Count> counts(static_cast<std::size_t>(all), each);
  std::vector<MPI_Aint> displacements;
  for (int i = 0; i < all; ++i) displacements.push_back(static_cast<MPI_Aint>(i * each));
  MPI_Allgatherv_c(sent.data(), each, MPI_BYTE, received.data(), counts.data(),
                   displacements.data(), MPI_BYTE, MPI_COMM_WORLD);
  const auto own = received.data() + static_cast<std::size_t>(rank()) * sent.size();
  demand(first_wrong_from_all({own, sent.size()}, rank(), round));
  check_from_all(held_up.receive, round);
}
#endif

static void alltoall_in_place(int round) {
  Buffer data(world_bytes(kBlock));
  fill_for_all(data, round);
  late_alltoall(MPI_IN_PLACE, data.data(), kBlock, round);
  check_from_all(data, round);
}

static void allgather_in_place(int round) {
  Buffer data(world_bytes(kBlock));
  fill(Bytes(data).subspan(kBlock * static_cast<std::size_t>(rank()), kBlock),
       {rank(), kEveryone, round});
  late_allgather(MPI_IN_PLACE, data.data(), kBlock, round);
  demand(first_wrong_from_all(data, kEveryone, round));
}

/// A datatype that may be freed before the data are there.
class OwnType {
 public:
  explicit OwnType(MPI_Datatype type) : type_(type) { MPI_Type_commit(&type_); }
  OwnType(const OwnType&) = delete;
  OwnType& operator=(const OwnType&) = delete;
  ~OwnType() { free(); }

  MPI_Datatype handle() const { return type_; }
  void free() {
    if (type_ != MPI_DATATYPE_NULL) MPI_Type_free(&type_);
  }

 private:
  MPI_Datatype type_;
};

/// A datatype of every second group of bytes; the groups in between belong to the program.
class Comb {
 public:
  explicit Comb(std::size_t group) : group_(group), type_(comb_of(group)) {}

  MPI_Datatype type() const { return type_.handle(); }
  void free() { type_.free(); }
  /// Returns the groups that are transferred, or the others, one behind the other.
  Buffer groups(ConstBytes data, bool transferred) const {
    Buffer all;
    for (std::size_t at = transferred ? 0 : group_; at < data.size(); at += 2 * group_) {
      const auto group = data.subspan(at, group_);
      all.insert(all.end(), group.begin(), group.end());
    }
    return all;
  }

 private:
  static MPI_Datatype comb_of(std::size_t group) {
    const int teeth = static_cast<int>(kBlock / group), bytes = static_cast<int>(group);
    MPI_Datatype vector = MPI_DATATYPE_NULL, comb = MPI_DATATYPE_NULL;
    MPI_Type_vector(teeth, bytes, 2 * bytes, MPI_BYTE, &vector);
    MPI_Type_create_resized(vector, 0, 2 * MPI_Aint{kCount}, &comb);
    MPI_Type_free(&vector);
    return comb;
  }

  std::size_t group_;
  OwnType type_;
};

/// Receives into every second group. The gaps belong to the program, also while the data are in
/// flight.
static void receive_in_comb(std::size_t group, int round) {
  const Comb comb(group);
  Buffer send(world_bytes(kBlock)), receive(2 * send.size(), kOwn);
  fill_for_all(send, round);
  be_late(round);
  MPI_Alltoall(send.data(), kCount, MPI_BYTE, receive.data(), 1, comb.type(), MPI_COMM_WORLD);
  for (std::size_t at = group; at < receive.size(); at += 2 * group) receive[at] = kOther;
  check_from_all(comb.groups(receive, true), round);
  const Buffer gaps = comb.groups(receive, false);
  for (std::size_t at = 0; at < gaps.size(); ++at)
    require(gaps[at] == (at % group == 0 ? kOther : kOwn), "a gap is not the program's");
}

static void receive_in_fine_comb(int round) { receive_in_comb(16, round); }
static void receive_in_page_comb(int round) { receive_in_comb(4 * kKiB, round); }

static void bcast_in_comb(int round) {
  Comb comb(64);
  const int root = late_rank(round);
  Buffer data(2 * kBlock, kOwn);
  if (rank() == root)
    for (std::size_t at = 0; at < data.size(); at += 128) {
      const Word word = expected({root, kEveryone, round}, at);
      fill_with(Bytes(data).subspan(at, 64), static_cast<std::byte>(word));
    }
  be_late(round);
  MPI_Bcast(data.data(), 1, comb.type(), root, MPI_COMM_WORLD);
  comb.free();
  for (std::size_t at = 0; at < data.size(); at += 128) {
    const Word word = expected({root, kEveryone, round}, at);
    demand(first_wrong_byte(Bytes(data).subspan(at, 64), static_cast<std::byte>(word)));
    demand(first_wrong_byte(Bytes(data).subspan(at + 64, 64), kOwn));
  }
}

static constexpr int kPairBytes = 16;

static MPI_Datatype pair_type() {
  MPI_Datatype pair = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(kPairBytes, MPI_BYTE, &pair);
  return pair;
}

static void alltoall_of_freed_type(int round) {
  OwnType pair(pair_type());
  Buffer send(world_bytes(kBlock)), receive(send.size());
  fill_for_all(send, round);
  be_late(round);
  MPI_Alltoall(send.data(), kCount / kPairBytes, pair.handle(), receive.data(), kCount, MPI_BYTE,
               MPI_COMM_WORLD);
  pair.free();
  check_from_all(receive, round);
}

/// Receives into blocks with a gap of one element between them, which belongs to the program.
static void alltoallv_of_freed_type(int round) {
  OwnType pair(pair_type());
  const auto size = static_cast<std::size_t>(ranks());
  const int elements = kCount / kPairBytes;
  std::vector<int> counts(size, elements), starts, apart;
  for (int i = 0; i < ranks(); ++i) {
    starts.push_back(i * elements);
    apart.push_back(i * (elements + 1));
  }
  Buffer send(world_bytes(kBlock)), receive(send.size() + size * kPairBytes, kOwn);
  fill_for_all(send, round);
  be_late(round);
  MPI_Alltoallv(send.data(), counts.data(), starts.data(), pair.handle(), receive.data(),
                counts.data(), apart.data(), pair.handle(), MPI_COMM_WORLD);
  pair.free();
  Buffer blocks;
  for (std::size_t i = 0; i < size; ++i) {
    const auto block = Bytes(receive).subspan(i * (kBlock + kPairBytes), kBlock + kPairBytes);
    blocks.insert(blocks.end(), block.begin(), block.begin() + kBlock);
    demand(first_wrong_byte(block.subspan(kBlock), kOwn));
  }
  check_from_all(blocks, round);
}

static void receive_nothing(int round) {
  std::array<std::byte, 64> receive{};
  fill_with(receive, kOwn);
  late_alltoall(receive.data(), receive.data() + 32, 0, round);
  late_bcast(receive.data(), 0, round);
  demand(first_wrong_byte(receive, kOwn));
}

std::span<const TestCase> layout_cases() {
  static constexpr TestCase test_cases[] = {
    {"alltoallv_with_gaps", alltoall_parts},
    {"allgatherv_with_gaps", allgather_parts},
    {"alltoall_in_place", alltoall_in_place},
    {"allgather_in_place", allgather_in_place},
    {"gaps_within_pages", receive_in_fine_comb},
    {"gaps_of_pages", receive_in_page_comb},
    {"bcast_with_gaps", bcast_in_comb},
    {"nothing_received", receive_nothing},
    {"alltoall_of_freed_type", alltoall_of_freed_type},
    {"alltoallv_of_freed_type", alltoallv_of_freed_type},
#if MPI_VERSION >= 4
    {"allgathered_with_large_counts", allgatherv_large_counts},
#endif
  };
  return test_cases;
}

}  // namespace overlap_tests
