#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <thread>

#include "contract/torus_communicator.hpp"
#include "optimized/active_messages/engine.hpp"
#include "optimized/fabric/port.hpp"
#include "optimized/protocol/protocol.hpp"

namespace tutti::active {
namespace {

/// Number of random tori, roots and sets of misaligned ranks.
constexpr int draws = 60;
constexpr std::size_t alignment = constraints_of(MessageProtocol::put).alignment;
constexpr auto lateness = std::chrono::milliseconds(2);

int world_size() {
  int ranks = 0;
  PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
  return ranks;
}

/// The random values of one test, equal at every rank.
struct Draw {
  explicit Draw(unsigned seed) : random(seed) {
    torus = even_extents(ranks, 1 + below(4));
    std::shuffle(torus.begin(), torus.end(), random);
    root = below(ranks);
    for (int rank = 0; rank < ranks; ++rank) misaligned.push_back(below(3) == 0);
    bytes = std::size_t{1} << below(17);
    late = below(2 * ranks);
  }
  int below(int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); }

  std::mt19937 random;
  int ranks = world_size();
  std::vector<int> torus;
  int root = 0;
  std::vector<bool> misaligned;
  std::size_t bytes = 1;
  int late = 0;  ///< rank that is late; in half of the draws there is no such rank
};

std::byte expected(std::size_t index) { return static_cast<std::byte>(1 + index + index / 255); }

/// Returns all ranks that receive the message on the same line as `rank`, including itself: they
/// differ from it only in the last dimension in which it differs from the root.
std::vector<int> neighborhood(const Torus& torus, int root, int rank) {
  int entry = torus.dimensions() - 1;
  while (torus.coordinate(rank, entry) == torus.coordinate(root, entry)) --entry;
  std::vector<int> members;
  for (int other = 0; other < torus.ranks(); ++other) {
    bool on_line = torus.coordinate(other, entry) != torus.coordinate(root, entry);
    for (int d = 0; d < torus.dimensions(); ++d)
      on_line &= d == entry || torus.coordinate(other, d) == torus.coordinate(rank, d);
    if (on_line) members.push_back(other);
  }
  return members;
}

class NeighborhoodTest : public testing::TestWithParam<unsigned> {
 protected:
  NeighborhoodTest() : draw_(GetParam()) { PMPI_Comm_rank(MPI_COMM_WORLD, &rank_); }

  /// Broadcasts, checks the result, and returns how the messages arrived.
  Arrivals bcast(const char* protocol) {
    std::vector<std::byte> memory(draw_.bytes + 2 * alignment);
    void* place = memory.data();
    auto room = memory.size();
    std::align(alignment, draw_.bytes + alignment, place, room);
    auto* const data = static_cast<std::byte*>(place) +
                       (draw_.misaligned[static_cast<std::size_t>(rank_)] ? alignment / 2 : 0);
    for (std::size_t i = 0; i < draw_.bytes; ++i)
      data[i] = rank_ == draw_.root ? expected(i) : std::byte{};
    if (rank_ == draw_.late) std::this_thread::sleep_for(lateness);
    const Call call{.collective = Collective::bcast,
                    .receive = data,
                    .receive_count = static_cast<int>(draw_.bytes),
                    .receive_type = MPI_BYTE,
                    .root = draw_.root,
                    .comm = comm_.get()};
    EXPECT_EQ(run(parse_protocol(protocol), call), MPI_SUCCESS);
    std::size_t right = 0;
    for (std::size_t i = 0; i < draw_.bytes; ++i) right += data[i] == expected(i);
    EXPECT_EQ(right, draw_.bytes);
    return arrivals(control_of(comm_.get()));
  }

  bool all_aligned(const std::vector<int>& ranks) const {
    return std::ranges::none_of(
        ranks, [&](int rank) { return draw_.misaligned[static_cast<std::size_t>(rank)]; });
  }

  Draw draw_;
  int rank_ = 0;
  Communicator comm_ = torus_communicator(MPI_COMM_WORLD, draw_.torus);
};

TEST_P(NeighborhoodTest, PutsExactlyWhereAllAreAligned) {
  const auto arrived = bcast("bcast/neighborhood:active");
  if (rank_ == draw_.root) {
    EXPECT_EQ(arrived, Arrivals{});
  } else {
    const bool put = all_aligned(neighborhood(Torus(draw_.torus), draw_.root, rank_));
    EXPECT_EQ(arrived, (Arrivals{.put = put ? 1 : 0, .eager = put ? 0 : 1}));
  }
}

TEST_P(NeighborhoodTest, OneVoteOfAllRanksDecidesForAllOfThem) {
  const auto arrived = bcast("bcast/global_vote:active");
  std::vector<int> receivers;
  for (int rank = 0; rank < draw_.ranks; ++rank)
    if (rank != draw_.root) receivers.push_back(rank);
  const bool put = all_aligned(receivers);
  EXPECT_EQ(arrived, rank_ == draw_.root ? Arrivals{}
                                         : (Arrivals{.put = put ? 1 : 0, .eager = put ? 0 : 1}));
}

/// Builds a broadcast whose vote asks no rank, and so always decides for put.
void careless_bcast(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const Region data = output({0, shape.count});
  if (rank == shape.root) schedule.copy(input({0, shape.count}), data);
  schedule.decide_by(schedule.vote({}));
  for (int peer = 0; peer < shape.ranks; ++peer)
    if (rank == shape.root && peer != rank) schedule.send(peer, data);
  if (rank != shape.root) schedule.receive(shape.root, data);
}

TEST(Neighborhood, AWrongVoteIsAnErrorAtAllRanks) {
  const Algorithm careless{[](const Shape&) { return true; },
                           careless_bcast,
                           [](const Shape&, const Parameters&) { return Cost{}; },
                           {},
                           true};
  const auto comm = torus_communicator(MPI_COMM_WORLD, {world_size()});
  alignas(alignment) std::array<std::byte, 64> memory{};
  const Call call{.collective = Collective::bcast,
                  .receive = memory.data() + 1,
                  .receive_count = 32,
                  .receive_type = MPI_BYTE,
                  .root = 0,
                  .comm = comm.get()};
  auto& control = control_of(comm.get());
  const auto plan = team_of(control).plan(careless, call, {});
  EXPECT_THROW(run(control, call, plan, {}), fabric::FabricError);
}

INSTANTIATE_TEST_SUITE_P(RandomSequence, NeighborhoodTest, testing::Range(0u, unsigned{draws}));

}  // namespace
}  // namespace tutti::active
