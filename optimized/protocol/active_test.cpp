#include <gtest/gtest.h>

#include <chrono>
#include <numeric>
#include <thread>

#include "contract/mpi_handle.hpp"
#include "contract/test/eventually.hpp"
#include "optimized/active_messages/control_structure.hpp"
#include "optimized/active_messages/engine.hpp"
#include "optimized/active_messages/partial_input.hpp"
#include "optimized/protocol/protocol.hpp"

namespace tutti::active {
namespace {

using namespace std::chrono_literals;

class ActiveTest : public testing::Test {
 protected:
  ActiveTest() {
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    PMPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    MPI_Comm comm = MPI_COMM_NULL;
    PMPI_Comm_dup(MPI_COMM_WORLD, &comm);
    comm_ = Communicator(comm);
  }

  void bcast(std::vector<int>& data, const char* protocol, int root = 0) const {
    const Call call{.collective = Collective::bcast,
                    .receive = data.data(),
                    .receive_count = static_cast<int>(data.size()),
                    .receive_type = MPI_INT,
                    .root = root,
                    .comm = comm_.get()};
    ASSERT_EQ(run(parse_protocol(protocol), call), MPI_SUCCESS);
  }
  void barrier(const char* protocol) const {
    ASSERT_EQ(
        run(parse_protocol(protocol), {.collective = Collective::barrier, .comm = comm_.get()}),
        MPI_SUCCESS);
  }
  /// Returns when each other rank has sent a message without data.
  void receive_from_others(int rank) const {
    for (int other = 0; other < ranks_; ++other)
      if (other != rank)
        PMPI_Recv(nullptr, 0, MPI_BYTE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  /// The clock that all processes of a host share.
  static std::int64_t now_ns() {
    return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
  }
  ControlStructure& control() const { return comm_attribute<ControlStructure>(comm_.get()); }
  int last() const { return ranks_ - 1; }

  int rank_ = 0, ranks_ = 1;
  Communicator comm_;
};

TEST_F(ActiveTest, AFloodOfEarlyMessagesTakesNoMoreMemoryThanItsTokens) {
  constexpr int messages = 10'000;
  constexpr std::size_t whole = 500 * sizeof(int) + sizeof(EarlyMessage);
  std::size_t most = 0;
  for (int i = 0; i < messages; ++i) {
    std::vector<int> data(500, rank_ == 0 ? i : -1);
    if (rank_ == last() && i % 1000 == 500) {
      EXPECT_TRUE(eventually([&] {  // the sender is out of tokens, and asks
        team_directory()->port().progress();
        return control().early_bytes() % whole == sizeof(EarlyMessage);
      }));
      most = std::max(most, control().early_bytes());
    }
    bcast(data, "bcast/flat:active:eager");
    EXPECT_EQ(data, std::vector<int>(500, i));
  }
  EXPECT_EQ(most > 0, rank_ == last());
  const auto tokens = static_cast<std::size_t>(thresholds().tokens);
  // Without a token the sender still sends one request, without data.
  EXPECT_LE(most, tokens * whole + sizeof(EarlyMessage));
}

TEST_F(ActiveTest, MessagesWithoutDataNeedTokensToo) {
  const std::vector<int> nothing(static_cast<std::size_t>(ranks_));
  const auto gather_nothing = [&] {
    ASSERT_EQ(run(parse_protocol("gatherv/linear:active"), {.collective = Collective::gatherv,
                                                            .send_type = MPI_INT,
                                                            .receive_counts = nothing.data(),
                                                            .receive_displacements = nothing.data(),
                                                            .receive_type = MPI_INT,
                                                            .comm = comm_.get()}),
              MPI_SUCCESS);
  };
  barrier("barrier/dissemination:active");       // makes the control structure
  if (rank_ == 0) PMPI_Barrier(MPI_COMM_WORLD);  // receives nothing before the others are done
  for (std::int64_t i = 0; i < thresholds().tokens; ++i) {
    EXPECT_TRUE(rank_ == 0 || control().has_token(0)) << i;
    gather_nothing();
  }
  EXPECT_EQ(control().has_token(0), rank_ == 0);
  if (rank_ != 0) PMPI_Barrier(MPI_COMM_WORLD);
  for (std::int64_t i = 0; i < 2 * thresholds().tokens; ++i) gather_nothing();
}

TEST_F(ActiveTest, MessagesOfEveryProtocolCrossTheirLimits) {
  for (const auto* protocol : {"bcast/flat:active:eager", "bcast/flat:active:rendezvous",
                               "bcast/flat:active:put", "bcast/flat:active:get"})
    for (const std::size_t length : {1, 4096, 40'000, 1'000'000}) {
      std::vector<int> data(length, rank_ == 0 ? 7 : 0);
      bcast(data, protocol);
      EXPECT_EQ(data, std::vector<int>(length, 7)) << protocol << ' ' << length;
    }
}

/// A partial input that is filled from the first element on.
class Filling final : public PartialInput {
 public:
  explicit Filling(std::size_t length) : data(length, -1) {}
  bool fill(std::size_t elements) {
    const std::size_t end = std::min(data.size(), filled_ + elements);
    for (; filled_ < end; ++filled_) data[filled_] = static_cast<int>(filled_);
    return filled_ < data.size();
  }
  bool has(const std::byte* address, std::int64_t bytes) const override {
    const auto* const begin = reinterpret_cast<const std::byte*>(data.data());
    const auto* const end = reinterpret_cast<const std::byte*>(data.data() + data.size());
    const auto* const there = reinterpret_cast<const std::byte*>(data.data() + filled_);
    return address < begin || address >= end || address + bytes <= there;
  }

  std::vector<int> data;

 private:
  std::size_t filled_ = 0;
};

TEST_F(ActiveTest, WhatIsSentMayBeFilledMeanwhile) {
  constexpr int each = 300'000;
  prepare(comm_.get());
  for (const auto* protocol :
       {"alltoall/linear:active:eager", "alltoall/linear:active:rendezvous",
        "alltoall/linear:active:put", "alltoall/linear:active:get", "alltoall/bruck:active"}) {
    Filling sent(static_cast<std::size_t>(each * ranks_));
    std::vector<int> received(sent.data.size(), -2);
    const Call call{.collective = Collective::alltoall,
                    .send = sent.data.data(),
                    .send_count = each,
                    .send_type = MPI_INT,
                    .receive = received.data(),
                    .receive_count = each,
                    .receive_type = MPI_INT,
                    .comm = comm_.get()};
    bool over = false;
    start(
        parse_protocol(protocol), call, [&](const std::string&) { over = true; }, nullptr, &sent);
    while (sent.fill(70'000)) input_grew(true);
    input_grew(false);
    wait(control(), [&] { return over; });
    for (int from = 0; from < ranks_; ++from)
      for (int i = 0; i < each; ++i)
        ASSERT_EQ(received[static_cast<std::size_t>(from * each + i)], rank_ * each + i)
            << protocol << " from " << from;
  }
}

TEST_F(ActiveTest, WhatOthersThanTheRootSendInAScatterMeansNothing) {
  MPI_Datatype made = MPI_DATATYPE_NULL;
  PMPI_Type_vector(2, 1, 2, MPI_INT, &made);
  PMPI_Type_commit(&made);
  const Datatype pairs_apart(made);
  std::vector<int> all(static_cast<std::size_t>(2 * ranks_));
  std::iota(all.begin(), all.end(), 0);
  for (const auto* protocol : {"scatter/flat:layered", "scatter/flat:active"}) {
    std::vector<int> own(3, -1);
    const void* const sent = rank_ == 0 ? all.data() : MPI_IN_PLACE;
    ASSERT_EQ(run(parse_protocol(protocol), {.collective = Collective::scatter,
                                             .send = sent,
                                             .send_count = 2,
                                             .send_type = MPI_INT,
                                             .receive = own.data(),
                                             .receive_count = 1,
                                             .receive_type = pairs_apart.get(),
                                             .comm = comm_.get()}),
              MPI_SUCCESS);
    EXPECT_EQ(own, (std::vector{2 * rank_, -1, 2 * rank_ + 1})) << protocol;
  }
}

TEST_F(ActiveTest, NobodyLeavesABarrierBeforeTheLastHasEntered) {
  for (const auto* protocol :
       {"barrier/dissemination:active", "barrier/recursive_doubling:active", "barrier/tree:active"})
    for (int late = 0; late < ranks_; ++late) {
      std::int64_t entered = 0;
      if (rank_ == late) {
        receive_from_others(late);
        std::this_thread::sleep_for(10ms);  // time to leave too early
        entered = now_ns();
      } else {
        PMPI_Send(nullptr, 0, MPI_BYTE, late, 0, MPI_COMM_WORLD);
      }
      barrier(protocol);
      const auto left = now_ns();
      PMPI_Bcast(&entered, 1, MPI_INT64_T, late, MPI_COMM_WORLD);
      EXPECT_GE(left, entered) << protocol << ", late: " << late;
    }
}

TEST_F(ActiveTest, AnInnerNodePassesABroadcastOnBeforeItHasEntered) {
  if (ranks_ < 3) GTEST_SKIP() << "needs an inner node";
  constexpr auto* protocol = "bcast/pipeline:active";
  std::vector<int> data(100, rank_ == 0 ? 1 : 0);
  bcast(data, protocol);  // makes the plan
  PMPI_Barrier(MPI_COMM_WORLD);
  int arrived_before_entry = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  if (rank_ == 1) {  // only makes progress until the last rank has the message
    PMPI_Irecv(&arrived_before_entry, 1, MPI_INT, last(), 0, MPI_COMM_WORLD, &request);
    const auto deadline = std::chrono::steady_clock::now() + 5s;
    int done = 0;
    while (!done && std::chrono::steady_clock::now() < deadline) {
      team_directory()->port().progress();
      PMPI_Test(&request, &done, MPI_STATUS_IGNORE);
    }
    EXPECT_EQ(arrived_before_entry, 1);
  }
  std::fill(data.begin(), data.end(), rank_ == 0 ? 2 : 0);
  bcast(data, protocol);
  EXPECT_EQ(data, std::vector<int>(100, 2));
  if (rank_ == last()) {
    arrived_before_entry = 1;
    PMPI_Send(&arrived_before_entry, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  }
}

TEST_F(ActiveTest, AMessageFromThePastIsAnError) {
  barrier("barrier/dissemination:active");
  Barrier stale(control());
  const BarrierPlan plan{.signals_begin = {0, 0}, .signals = {}, .sources = {rank_}};
  stale.begin(plan);
  stale.begin(plan);
  EXPECT_THROW(stale.arrived(1, 1), fabric::FabricError);
  EXPECT_THROW(stale.arrived(2, 1), fabric::FabricError);
  EXPECT_NO_THROW(stale.arrived(3, 1));
  EXPECT_THROW(stale.arrived(4, 1), fabric::FabricError);
}

TEST_F(ActiveTest, AFailureReachesEveryRank) {
  barrier("barrier/dissemination:active");
  PMPI_Barrier(MPI_COMM_WORLD);  // else it may reach ranks that are still in the barrier before
  if (rank_ == last()) {
    control().fail("the last rank gave up");
  } else {
    std::vector<int> data(1);
    EXPECT_THROW(
        {
          while (true) {
            team_directory()->port().progress();
            control().check_failure();
          }
        },
        fabric::FabricError);
  }
  PMPI_Barrier(MPI_COMM_WORLD);
}

TEST(BitVector, FindsTheFirstUnsetBitBeyondAWord) {
  BitVector bits;
  for (int bit = 0; bit < 130; ++bit) bits.set(bit);
  EXPECT_EQ(bits.first_unset(0), 130);
  bits.clear();
  EXPECT_EQ(bits.first_unset(0), 0);
  bits.set(64);
  EXPECT_TRUE(bits.test(64));
  EXPECT_FALSE(bits.test(63));
}

}  // namespace
}  // namespace tutti::active
