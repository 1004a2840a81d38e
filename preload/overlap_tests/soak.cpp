// Random collectives, sizes, places and orders; some data are in flight for a long time.
#include <algorithm>
#include <deque>
#include <random>

#include "preload/overlap_tests/test_cases.hpp"

namespace overlap_tests {

/// Random numbers, the same at all ranks.
using Random = std::mt19937;

static std::size_t draw(Random& random, std::size_t from, std::size_t below) {
  return from + random() % (below - from);
}

/// A random collective, and its data.
class Drawn {
 public:
  Drawn(Random& random, int round)
      : round_(round),
        kind_(draw(random, 0, 4)),
        offset_(draw(random, 0, 4096)),
        each_(draw(random, 1, std::size_t{1} << draw(random, 2, 20))),
        memory_(offset_ + world_bytes(each_) + 100, std::byte{0x5A}) {}

  void start() {
    Buffer send(world_bytes(each_));
    if (kind_ == 0) {
      fill_for_all(send, round_);
      late_alltoall(send.data(), data().data(), each_, round_);
    } else if (kind_ == 1) {
      fill(Bytes(send).first(each_), {rank(), kEveryone, round_});
      late_allgather(send.data(), data().data(), each_, round_);
    } else if (kind_ == 2) {
      bcast();
    } else {
      fill_for_all(data(), round_);
      late_alltoall(MPI_IN_PLACE, data().data(), each_, round_);
    }
  }

  /// Accesses random bytes, then checks all data.
  void check_all(Random& random) {
    for (int i = 0; i < 50; ++i) look_at(draw(random, 0, data().size() + 100));
    check_from_all_kinds();
    demand(first_wrong_byte(ConstBytes(memory_).first(offset_), std::byte{0x5A}));
    demand(first_wrong_byte(ConstBytes(memory_).last(100), std::byte{0x5A}));
  }

 private:
  Bytes data() { return Bytes(memory_).subspan(offset_, world_bytes(each_)); }

  void bcast() {
    if (rank() == late_rank(round_)) fill(data(), {rank(), kEveryone, round_});
    late_bcast(data().data(), data().size(), round_);
  }

  /// Reads a byte and writes it back: the write must come after the data.
  void look_at(std::size_t at) {
    volatile std::byte& place = memory_[offset_ + at];
    const std::byte found = place;
    place = found;
  }

  void check_from_all_kinds() {
    if (kind_ == 2) return check(data(), {late_rank(round_), kEveryone, round_});
    demand(first_wrong_from_all(data(), kind_ == 1 ? kEveryone : rank(), round_));
  }

  int round_;
  std::size_t kind_, offset_, each_;
  Buffer memory_;
};

/// Ends a random one of the collectives; some are never read.
static void finish_one(std::deque<Drawn>& open, Random& random) {
  const auto one = open.begin() + static_cast<std::ptrdiff_t>(draw(random, 0, open.size()));
  if (draw(random, 0, 4) != 0) one->check_all(random);
  open.erase(one);
}

static void soak(int round) {
  Random random(static_cast<unsigned>(round) + 20240229u);
  std::deque<Drawn> open;
  for (int i = 0; i < 60; ++i) {
    open.emplace_back(random, round + i);
    open.back().start();
    while (open.size() > draw(random, 0, 5)) finish_one(open, random);
  }
  while (!open.empty()) finish_one(open, random);
}

std::span<const TestCase> soak_cases() {
  static constexpr TestCase test_cases[] = {{"soak", soak}};
  return test_cases;
}

}  // namespace overlap_tests
