#include "optimized/symbolic/prove.hpp"

#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "contract/error.hpp"
#include "optimized/symbolic/proof_cases.hpp"

namespace tutti {
namespace {

bool always(const Shape&) { return true; }
bool if_commutative_only(const Shape& shape) { return shape.op.commutative; }
Cost free_of_charge(const Shape&, const Parameters&) { return {}; }

SymbolicOptions small(std::span<const RegisteredAlgorithm> algorithms, int ranks) {
  SymbolicOptions options;
  options.algorithms = algorithms;
  options.ranks = ranks;
  options.large_ranks = {};
  options.threads = 1;
  return options;
}

/// Checks that the engine refutes a broken algorithm for the given reason, and that the failure
/// line replays.
void expect_refuted(Collective collective, const Algorithm& algorithm, std::string_view reason) {
  const RegisteredAlgorithm row{collective, "broken", "", "", &algorithm};
  const std::span<const RegisteredAlgorithm> rows(&row, 1);
  const auto report = prove(small(rows, 6));
  ASSERT_FALSE(report.failures.empty());
  const auto& line = report.failures.front();
  EXPECT_NE(line.find(reason), line.npos) << line;
  const auto again = replay(line, rows);
  ASSERT_EQ(again.failures.size(), 1u);
  EXPECT_EQ(again.failures.front(), line);
}

Region message_of(const Shape& shape) { return output({0, shape.count}); }
Region own_part(const Shape& shape) { return input({0, shape.count}); }

/// A correct flat broadcast, from which broken ones are derived.
void flat_bcast(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  if (rank != shape.root) {
    schedule.receive(shape.root, message_of(shape));
    return;
  }
  schedule.copy(own_part(shape), message_of(shape));
  for (int peer = 0; peer < shape.ranks; ++peer)
    if (peer != rank) schedule.send(peer, message_of(shape));
}

Cost flat_cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  return {p - 1, p - 1, (p - 1) * shape.count};
}

/// Exchanges the blocks of neighbours, but receives those of the same neighbour in the wrong order.
void neighbours_mixed_up(const Shape& shape, const Parameters&, int rank,
                         ScheduleBuilder& schedule) {
  const auto block = [&](int index) { return Range{index * shape.count, shape.count}; };
  const auto sent = shape.topology->sent_by(rank);
  auto received = shape.topology->received_by(rank);
  std::ranges::reverse(received);
  auto own = received.rbegin();
  for (const auto& it : sent)
    if (it.peer == rank) {
      own = std::find_if(own, received.rend(), [&](const auto& from) { return from.peer == rank; });
      schedule.copy(input(block(it.block)), output(block(own++->block)));
    } else {
      schedule.send(it.peer, input(block(it.block)));
    }
  for (const auto& it : received)
    if (it.peer != rank) schedule.receive(it.peer, output(block(it.block)));
}

bool if_graph(const Shape& shape) { return !shape.topology->is_grid(); }
bool if_grid(const Shape& shape) { return shape.topology->is_grid(); }

TEST(Prove, RefutesNeighboursThatAreMixedUp) {
  const auto cost = find_algorithm(Collective::neighbor_alltoall, "linear")->algorithm->cost;
  for (const auto applicable : {if_graph, if_grid})
    expect_refuted(Collective::neighbor_alltoall, {applicable, neighbours_mixed_up, cost},
                   "wrong result");
}

TEST(Prove, ProvesACorrectAlgorithm) {
  const Algorithm algorithm{always, flat_bcast, flat_cost};
  const RegisteredAlgorithm row{Collective::bcast, "flat", "", "", &algorithm};
  const auto report = prove(small({&row, 1}, 6));
  EXPECT_TRUE(report.failures.empty()) << report.failures.front();
  EXPECT_EQ(report.algorithms, 1);
  EXPECT_GT(report.messages, 0);
}

TEST(Prove, RefutesAWrongResult) {
  const auto build = [](const Shape& shape, const Parameters& parameters, int rank,
                        ScheduleBuilder& schedule) {
    flat_bcast(shape, parameters, rank, schedule);
    if (rank != shape.root && shape.count > 1)
      schedule.copy(message_of(shape).part({0, 1}), message_of(shape).part({1, 1}));
  };
  expect_refuted(Collective::bcast, {always, build, flat_cost}, "wrong result");
}

TEST(Prove, RefutesAMissingResult) {
  const auto build = [](const Shape&, const Parameters&, int, ScheduleBuilder&) {};
  expect_refuted(Collective::bcast, {always, build, free_of_charge}, "holds nothing");
}

TEST(Prove, RefutesAContributionCombinedTwice) {
  const auto build = [](const Shape& shape, const Parameters&, int rank,
                        ScheduleBuilder& schedule) {
    schedule.copy(own_part(shape), message_of(shape));
    if (rank == 0) schedule.combine(own_part(shape), message_of(shape), Order::before);
  };
  expect_refuted(Collective::scan, {if_commutative_only, build, free_of_charge}, "wrong result");
}

TEST(Prove, RefutesADeadlockAndSaysWhoWaits) {
  const auto build = [](const Shape& shape, const Parameters&, int rank,
                        ScheduleBuilder& schedule) {
    const int p = shape.ranks;
    schedule.await((rank + p - 1) % p);
    schedule.fence();
    schedule.signal((rank + 1) % p);
  };
  expect_refuted(Collective::barrier, {always, build, free_of_charge}, "deadlock: rank 0 waits at");
}

TEST(Prove, RefutesWhatNeedsBuffering) {
  // All ranks send, and receive only when their send is complete: works for small messages in
  // practice.
  const auto build = [](const Shape& shape, const Parameters&, int rank,
                        ScheduleBuilder& schedule) {
    const int p = shape.ranks;
    if (p == 1) return;
    const auto sent = schedule.signal((rank + 1) % p);
    schedule.after(sent);
    schedule.await((rank + p - 1) % p);
  };
  expect_refuted(Collective::barrier, {always, build, free_of_charge}, "deadlock");
}

TEST(Prove, RefutesABarrierThatLetsRanksGoEarly) {
  const auto build = [](const Shape& shape, const Parameters&, int rank,
                        ScheduleBuilder& schedule) {
    const int p = shape.ranks;
    if (p == 1) return;
    schedule.signal((rank + 1) % p);
    schedule.await((rank + p - 1) % p);
  };
  const auto cost = [](const Shape& shape, const Parameters&) -> Cost {
    return {shape.ranks > 1 ? 1 : 0, shape.ranks > 1 ? shape.ranks : 0, 0};
  };
  expect_refuted(Collective::barrier, {always, build, cost}, "left before rank");
}

TEST(Prove, RefutesAMessageThatIsNeverReceived) {
  const auto build = [](const Shape& shape, const Parameters& parameters, int rank,
                        ScheduleBuilder& schedule) {
    flat_bcast(shape, parameters, rank, schedule);
    if (rank == shape.root && shape.ranks > 1)
      schedule.send((rank + 1) % shape.ranks, message_of(shape));
  };
  expect_refuted(Collective::bcast, {always, build, flat_cost}, "never received");
}

TEST(Prove, RefutesAMessageThatIsNeverSent) {
  const auto build = [](const Shape& shape, const Parameters& parameters, int rank,
                        ScheduleBuilder& schedule) {
    flat_bcast(shape, parameters, rank, schedule);
    if (rank != shape.root) schedule.receive(shape.root, message_of(shape));
  };
  expect_refuted(Collective::bcast, {always, build, flat_cost}, "never sent");
}

TEST(Prove, RefutesUnequalLengths) {
  const auto build = [](const Shape& shape, const Parameters&, int rank,
                        ScheduleBuilder& schedule) {
    if (rank == shape.root) schedule.copy(own_part(shape), message_of(shape));
    if (shape.ranks == 1 || shape.count == 0) return;
    if (rank == shape.root)
      schedule.send((rank + 1) % shape.ranks, message_of(shape));
    else if (rank == (shape.root + 1) % shape.ranks)
      schedule.receive(shape.root, message_of(shape).part({0, shape.count - 1}));
  };
  const auto cost = [](const Shape& shape, const Parameters&) -> Cost {
    return shape.ranks == 1 || shape.count == 0 ? Cost{} : Cost{1, 1, shape.count};
  };
  expect_refuted(Collective::bcast, {always, build, cost}, "its receiver expects");
}

TEST(Prove, RefutesAReadBeforeTheWrite) {
  const auto build = [](const Shape& shape, const Parameters&, int rank,
                        ScheduleBuilder& schedule) {
    if (rank == shape.root) schedule.copy(schedule.scratch(shape.count), message_of(shape));
  };
  expect_refuted(Collective::bcast, {always, build, free_of_charge}, "read before written");
}

TEST(Prove, RefutesCombiningIntoWhatWasNeverWritten) {
  const auto build = [](const Shape& shape, const Parameters&, int, ScheduleBuilder& schedule) {
    schedule.combine(own_part(shape), message_of(shape), Order::before);
  };
  expect_refuted(Collective::scan, {always, build, free_of_charge}, "read before written");
}

TEST(Prove, RefutesAccessOutOfBounds) {
  const auto build = [](const Shape& shape, const Parameters&, int, ScheduleBuilder& schedule) {
    schedule.copy(input({0, shape.count + 1}), output({0, shape.count + 1}));
  };
  expect_refuted(Collective::scan, {always, build, free_of_charge}, "out of bounds");
}

TEST(Prove, RefutesWritingTheInput) {
  const auto build = [](const Shape& shape, const Parameters&, int, ScheduleBuilder& schedule) {
    schedule.copy(own_part(shape), own_part(shape));
  };
  expect_refuted(Collective::scan, {always, build, free_of_charge}, "input written");
}

TEST(Prove, RefutesAPeerThatDoesNotExist) {
  const auto build = [](const Shape& shape, const Parameters&, int, ScheduleBuilder& schedule) {
    schedule.signal(shape.ranks);
  };
  expect_refuted(Collective::barrier, {always, build, free_of_charge}, "no such peer");
}

template <int rounds, int messages, int units>
Cost wrong_cost(const Shape& shape, const Parameters& parameters) {
  const Cost right = flat_cost(shape, parameters);
  return {right.rounds + rounds, right.messages + messages, right.units + units};
}

TEST(Prove, RefutesEachWrongCost) {
  expect_refuted(Collective::bcast, {always, flat_bcast, wrong_cost<-1, 0, 0>}, "rounds");
  expect_refuted(Collective::bcast, {always, flat_bcast, wrong_cost<1, 0, 0>}, "rounds");
  expect_refuted(Collective::bcast, {always, flat_bcast, wrong_cost<0, 1, 0>}, "messages");
  expect_refuted(Collective::bcast, {always, flat_bcast, wrong_cost<0, 0, 1>}, "units");
}

/// Combines the contributions at the root in the wrong order.
void reduce_in_wrong_order(const Shape& shape, const Parameters&, int rank,
                           ScheduleBuilder& schedule) {
  if (rank != shape.root) {
    schedule.send(shape.root, own_part(shape));
    return;
  }
  schedule.copy(own_part(shape), message_of(shape));
  for (int peer = 0; peer < shape.ranks; ++peer)
    if (peer != rank) schedule.receive_combine(peer, message_of(shape), Order::before);
}

TEST(Prove, RefutesTheWrongOrderOfANonCommutativeOperation) {
  expect_refuted(Collective::reduce, {always, reduce_in_wrong_order, flat_cost},
                 "wrong order of ranks");
}

/// A flat broadcast before which each rank exchanges votes with the root only.
void voting_bcast(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule,
                  bool root_asks, bool root_answers) {
  const Region data = message_of(shape);
  if (rank == shape.root) schedule.copy(own_part(shape), data);
  const Region vote = schedule.vote(rank == shape.root ? Region{} : data);
  for (int peer = 0; peer < shape.ranks; ++peer) {
    if (rank == shape.root && peer != rank && root_asks)
      schedule.receive_combine(peer, vote, Order::after);
  }
  if (rank != shape.root && root_asks) schedule.send(shape.root, vote);
  if (rank != shape.root && root_answers) schedule.receive_combine(shape.root, vote, Order::after);
  for (int peer = 0; peer < shape.ranks; ++peer)
    if (rank == shape.root && peer != rank && root_answers) schedule.send(peer, vote);
  schedule.decide_by(vote);
  for (int peer = 0; peer < shape.ranks; ++peer)
    if (rank == shape.root && peer != rank) schedule.send(peer, data);
  if (rank != shape.root) schedule.receive(shape.root, data);
}

template <bool root_asks, bool root_answers>
void voting_bcast(const Shape& shape, const Parameters& parameters, int rank,
                  ScheduleBuilder& schedule) {
  voting_bcast(shape, parameters, rank, schedule, root_asks, root_answers);
}

template <int messages_per_rank>
Cost voting_cost(const Shape& shape, const Parameters&) {
  const std::int64_t p = shape.ranks;
  return {messages_per_rank * p, messages_per_rank * (p - 1), (p - 1) * shape.count};
}

TEST(Prove, ProvesThatVotesDecideAlike) {
  const Algorithm algorithm{always, voting_bcast<true, true>, voting_cost<3>, {}, true};
  const RegisteredAlgorithm row{Collective::bcast, "voting", "", "", &algorithm};
  const auto report = prove(small({&row, 1}, 6));
  EXPECT_TRUE(report.failures.empty()) << report.failures.front();
}

TEST(Prove, RefutesAVoteThatNotAllAreAskedFor) {
  expect_refuted(Collective::bcast, {always, voting_bcast<false, false>, voting_cost<1>, {}, true},
                 "wrong vote");
}

TEST(Prove, RefutesAVoteThatNotAllAreToldOf) {
  expect_refuted(Collective::bcast, {always, voting_bcast<true, false>, voting_cost<2>, {}, true},
                 "wrong vote");
}

/// A flat broadcast whose ranks vote only after they have the message, or not on the memory that
/// receives it.
template <bool late, bool about_nothing>
void careless_bcast(const Shape& shape, const Parameters&, int rank, ScheduleBuilder& schedule) {
  const Region data = message_of(shape);
  if (rank == shape.root) schedule.copy(own_part(shape), data);
  const Region vote = schedule.vote(rank == shape.root || about_nothing ? Region{} : data);
  if (!late) schedule.decide_by(vote);
  for (int peer = 0; peer < shape.ranks; ++peer)
    if (rank == shape.root && peer != rank) schedule.send(peer, data);
  if (rank != shape.root) {
    const auto received = schedule.receive(shape.root, data);
    if (late) schedule.after(received);
    schedule.send(shape.root, vote);
  }
  for (int peer = 0; peer < shape.ranks; ++peer)
    if (rank == shape.root && peer != rank) schedule.receive_combine(peer, vote, Order::after);
}

TEST(Prove, RefutesAVoteThatWaitsForTheMessage) {
  expect_refuted(Collective::bcast, {always, careless_bcast<true, false>, voting_cost<2>, {}, true},
                 "vote waits");
}

TEST(Prove, RefutesAVoteAboutSomethingElse) {
  expect_refuted(Collective::bcast, {always, careless_bcast<false, true>, voting_cost<2>, {}, true},
                 "nobody asked");
}

TEST(Prove, RefutesLatenessThatSpreads) {
  const auto only_the_late_one = [](const Shape&, int, int) { return false; };
  expect_refuted(Collective::bcast, {always, flat_bcast, flat_cost, {}, false, only_the_late_one},
                 "lateness spreads");
}

TEST(Prove, CountsWhatDoesNotApply) {
  const Algorithm algorithm{if_commutative_only, reduce_in_wrong_order, flat_cost};
  const RegisteredAlgorithm row{Collective::reduce, "unordered", "", "", &algorithm};
  const auto report = prove(small({&row, 1}, 6));
  EXPECT_TRUE(report.failures.empty()) << report.failures.front();
  EXPECT_GT(report.cases, 0);
  EXPECT_EQ(report.skipped, report.cases);
}

/// `tutti verify --engine symbolic` does this on more ranks.
TEST(Prove, ProvesTheWholeRegistryOnFewRanks) {
  const auto report = prove(small(algorithms(), 7));
  EXPECT_TRUE(report.failures.empty()) << report.failures.front();
  EXPECT_EQ(report.algorithms, static_cast<std::int64_t>(algorithms().size()));
}

TEST(Prove, ProvesTheWholeRegistryOnAPrimeNumberOfRanks) {
  auto options = small(algorithms(), 0);
  options.large_ranks = {131};
  const auto report = prove(options);
  EXPECT_TRUE(report.failures.empty()) << report.failures.front();
  // Few need a number of ranks with factors.
  EXPECT_GT(4 * report.algorithms, 3 * static_cast<std::int64_t>(algorithms().size()));
}

TEST(ProofCases, RunsWhatTakesLongWithEverySecondSeedAndNeverWhatFitsIntoNoMemory) {
  const auto& linear = *find_algorithm(Collective::allreduce, "linear");
  const ProofCases odd(linear, 4096, 1), even(linear, 4096, 2);
  EXPECT_NE(odd.cases().empty(), even.cases().empty());
  for (const auto* coverage : {&odd, &even})
    for (const auto& test : coverage->cases())
      EXPECT_LE(linear.algorithm->cost(test.shape, test.parameters).units, 1 << 28);
}

TEST(Registry, HasTwoAlgorithmsForEachCollectiveAndOneThatKeepsTheOrder) {
  std::map<Collective, int> known, ordered;
  for (const auto& row : algorithms()) {
    Shape shape = uniform_shape(row.collective, 7, 3);
    shape.root = 2;
    shape.op.commutative = false;
    ++known[row.collective];
    ordered[row.collective] += row.algorithm->applicable(shape) ? 1 : 0;
  }
  for (const auto collective : collectives_with_algorithms()) {
    EXPECT_GE(known[collective], 2) << name(collective);
    EXPECT_GE(ordered[collective], 1) << name(collective);
  }
}

TEST(Replay, RefusesWhatItCannotRead) {
  const std::string good =
      "tutti-symbolic 1 protocol=bcast/flat ranks=4 root=1 count=3 unit=1 commutative=1 "
      "segment=8 radix=2 window=1 pick=random buffered=1 late=-1 seed=3";
  EXPECT_EQ(replay(good).cases, 1);
  const auto with = [&](std::string_view old_text, std::string_view new_text) {
    auto line = good;
    return line.replace(line.find(old_text), old_text.size(), new_text);
  };
  EXPECT_THROW(replay("bcast/flat"), UsageError);
  EXPECT_THROW(replay(with("tutti-symbolic 1", "tutti-symbolic 2")), UsageError);
  EXPECT_THROW(replay(with("bcast/flat", "bcast/none")), UsageError);
  EXPECT_THROW(replay(with("root=1", "root=4")), UsageError);
  EXPECT_THROW(replay(with("count=3", "count=x")), UsageError);
  EXPECT_THROW(replay(with(" seed=3", "")), UsageError);
  EXPECT_THROW(replay(with("seed=3", "seed=3 speed=1")), UsageError);
  EXPECT_THROW(replay(with("pick=random", "pick=best")), UsageError);
}

TEST(Replay, ReadsTopologies) {
  const auto of = [](const std::string& topology) {
    return replay(
        "tutti-symbolic 1 protocol=neighbor_alltoall/linear ranks=4 root=0 count=3 unit=1 "
        "commutative=1 segment=8 radix=2 window=1 pick=random buffered=1 late=-1 seed=3 " +
        topology);
  };
  EXPECT_EQ(of("grid=2,2 periodic=1,0").cases, 1);
  EXPECT_EQ(of("graph=0,1,2,1,0,1,1,1").cases, 1);
  for (const char* wrong : {"", "grid=2,2", "grid=2,3 periodic=1,0", "grid=2,2 periodic=1",
                            "grid=2,2 periodic=1,2", "graph=0,1,2", "graph=0,4"})
    EXPECT_THROW(of(wrong), UsageError) << wrong;
}

TEST(Replay, ReadsNodesAndComponents) {
  const auto of = [](const std::string& composition) {
    return replay(
        "tutti-symbolic 1 protocol=allreduce/two_level ranks=4 root=0 count=3 unit=8 "
        "commutative=1 segment=8 radix=2 window=1 pick=random buffered=1 late=-1 seed=3 " +
        composition);
  };
  EXPECT_EQ(of("").cases, 1);
  EXPECT_EQ(of("nodes=0,1,0,2 within=flat between=ring").cases, 1);
  for (const char* wrong : {"nodes=0,1,0", "nodes=0,2,1,0", "nodes=1,0,0,0", "within=ring",
                            "between=two_level", "between=neighborhood"})
    EXPECT_THROW(of(wrong), UsageError) << wrong;
}

}  // namespace
}  // namespace tutti
