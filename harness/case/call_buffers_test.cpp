#include "harness/case/call_buffers.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

#include "contract/library_version.hpp"
#include "contract/shape_of.hpp"
#include "harness/case/enum_names.hpp"
#include "harness/case/expanded_buffer.hpp"
#include "harness/case/input_data.hpp"
#include "harness/case/intercommunicator.hpp"
#include "harness/case/operator_semantics.hpp"
#include "harness/case/random_case.hpp"
#include "harness/case/validate.hpp"

namespace tutti {
namespace {

Case single(Operation operation, int ranks = 1) {
  Case test{.ranks = ranks, .seed = 11};
  test.operations.push_back(std::move(operation));
  validate(test);
  return test;
}

std::vector<Fault> faults(Workspace& workspace) {
  std::vector<Fault> result;
  for (const auto& mismatch : workspace.check(MPI_SUCCESS)) result.push_back(mismatch.fault);
  return result;
}

using Faults = std::vector<Fault>;

/// An allgather of six elements on one rank; `receive` and `send` have padding at their ends.
struct Damaged : testing::Test {
  Resources resources;
  Workspace workspace{resources,
                      single({.collective = Collective::allgather,
                              .counts = {6},
                              .send_layouts = {Layout::gaps},
                              .receive_layouts = {Layout::gaps}}),
                      {},
                      {},
                      MPI_COMM_SELF};
  std::int32_t* receive = static_cast<std::int32_t*>(workspace.call().receive);
  std::int32_t* send = static_cast<std::int32_t*>(const_cast<void*>(workspace.call().send));

  void SetUp() override { ASSERT_EQ(call_library(workspace.call()), MPI_SUCCESS); }
};

TEST_F(Damaged, NotAtAll) { EXPECT_EQ(faults(workspace), Faults{}); }

TEST_F(Damaged, Result) {
  receive[2] ^= 1;
  const auto found = workspace.check(MPI_SUCCESS);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].fault, Fault::wrong_result);
  EXPECT_EQ(found[0].element, 1);
  EXPECT_NE(describe(found[0]).find("rank 0: wrong_result at element 1: expected "),
            std::string::npos)
      << describe(found[0]);
}

TEST_F(Damaged, Gap) {
  receive[4] ^= 1;  // between the halves
  EXPECT_EQ(faults(workspace), Faults{Fault::gap_damaged});
}

TEST_F(Damaged, GuardInFront) {
  receive[0] ^= 1;
  EXPECT_EQ(faults(workspace), Faults{Fault::guard_damaged});
}

TEST_F(Damaged, GuardBehind) {
  reinterpret_cast<std::byte*>(receive + 9)[255] ^= std::byte{1};
  EXPECT_EQ(faults(workspace), Faults{Fault::guard_damaged});
}

TEST_F(Damaged, SendBuffer) {
  send[1] ^= 1;
  EXPECT_EQ(faults(workspace), Faults{Fault::send_buffer_changed});
}

TEST_F(Damaged, GapOfSendBuffer) {
  send[4] ^= 1;
  EXPECT_EQ(faults(workspace), Faults{Fault::gap_damaged});
}

TEST_F(Damaged, ErrorCode) {
  const auto found = workspace.check(MPI_ERR_COUNT);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].fault, Fault::mpi_error);
  EXPECT_FALSE(found[0].got.empty());
}

constexpr std::int64_t copies_in_unit =
    ExpandedBuffer::run_unit / static_cast<std::int64_t>(sizeof(std::int32_t));

/// A gather of two elements with a gap between them on one rank. Each stands for a run of five units of memory, of
/// which three are one.
struct DamagedRun : testing::Test {
  static constexpr std::int64_t run_length = 5 * copies_in_unit;
  Resources resources;
  Workspace workspace{resources,
                      single({.collective = Collective::gather,
                              .counts = {2},
                              .run_length = run_length,
                              .send_layouts = {Layout::resized},
                              .receive_layouts = {Layout::reversed}}),
                      {},
                      {},
                      MPI_COMM_SELF};
  std::int32_t* receive = static_cast<std::int32_t*>(workspace.call().receive);
  std::int32_t* send = static_cast<std::int32_t*>(const_cast<void*>(workspace.call().send));

  void SetUp() override { ASSERT_EQ(call_library(workspace.call()), MPI_SUCCESS); }
};

TEST_F(DamagedRun, NotAtAll) { EXPECT_EQ(faults(workspace), Faults{}); }

TEST_F(DamagedRun, AnyCopy) {
  for (std::int64_t copy = 0; copy < run_length; copy += copies_in_unit / 2 + 1) {
    receive[copy] ^= 1;
    const auto found = workspace.check(MPI_SUCCESS);
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[0].fault, Fault::copies_differ);
    EXPECT_EQ(found[0].byte, 8);  // the first element is last in memory
    receive[copy] ^= 1;
  }
  receive[run_length - 1] ^= 1;
  EXPECT_EQ(faults(workspace), Faults{Fault::copies_differ});
}

TEST_F(DamagedRun, AllCopies) {
  std::for_each_n(receive, run_length, [](std::int32_t& copy) { copy = 5; });
  EXPECT_EQ(faults(workspace), Faults{Fault::wrong_result});
}

TEST_F(DamagedRun, Gap) {
  receive[-1] ^= 1;
  EXPECT_EQ(faults(workspace), Faults{Fault::copies_differ});
  std::for_each_n(receive - run_length, run_length, [](std::int32_t& copy) { copy = 5; });
  EXPECT_EQ(faults(workspace), Faults{Fault::gap_damaged});
}

TEST_F(DamagedRun, SendBuffer) {
  send[run_length - 1] ^= 1;
  EXPECT_EQ(faults(workspace), Faults{Fault::copies_differ});
}

/// Returns whether the system can read at an address.
bool is_memory(const void* address) {
  std::array<int, 2> ends;
  if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
  const bool readable = write(ends[1], address, 1) == 1;
  for (const int end : ends) close(end);
  return readable;
}

TEST_F(DamagedRun, AroundTheBufferIsNoMemory) {
  const std::int32_t* const last = receive + run_length;  // the first element is last in memory
  const std::int32_t* const first = receive - 2 * run_length;
  EXPECT_TRUE(is_memory(last - 1));
  EXPECT_FALSE(is_memory(last));
  EXPECT_TRUE(is_memory(first));
  EXPECT_FALSE(is_memory(first - 1));
}

TEST(Runs, AreBehindEachOtherInMemory) {
  Resources resources;
  const Workspace workspace(
      resources,
      single(
          {.collective = Collective::allgather, .counts = {3}, .run_length = 3 * copies_in_unit}),
      {}, {}, MPI_COMM_SELF);
  const auto* send = static_cast<const std::int32_t*>(workspace.call().send);
  EXPECT_EQ(workspace.call().send_count, 9 * copies_in_unit);
  for (int i = 0; i < workspace.call().send_count; ++i)
    ASSERT_EQ(send[i], send[i / (3 * copies_in_unit) * (3 * copies_in_unit)]) << i;
  EXPECT_NE(send[0], send[3 * copies_in_unit]);
}

TEST(Runs, HaveCountsThatIntsDoNotHold) {
  Resources resources;
  constexpr std::int64_t run_length = std::int64_t{3} << 30;
  const Workspace workspace(resources,
                            single({.collective = Collective::bcast,
                                    .counts = {1},
                                    .run_length = run_length,
                                    .element = Element::byte,
                                    .large = true}),
                            {}, {}, MPI_COMM_SELF);
  EXPECT_EQ(workspace.call().receive_count, run_length);
  EXPECT_EQ(call_library(workspace.call()), library_has_large_counts(Collective::bcast)
                                                ? MPI_SUCCESS
                                                : MPI_ERR_UNSUPPORTED_OPERATION);
}

TEST(Workspace, FindsABufferWrittenThatIsNotSignificant) {
  Resources resources;
  int buffers = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Case test = single({.collective = Collective::gather, .counts = {4}}, 2);
    test.seed = seed;
    Workspace workspace(resources, test, {}, {.ranks = 2, .rank = 1}, MPI_COMM_SELF);
    void* receive = workspace.call().receive;
    if (receive == nullptr || reinterpret_cast<std::uintptr_t>(receive) >> 48 != 0) continue;
    ++buffers;
    *static_cast<std::byte*>(receive) ^= std::byte{1};
    EXPECT_EQ(faults(workspace), Faults{Fault::unused_buffer_written});
  }
  EXPECT_GT(buffers, 0);
}

TEST(Workspace, FindsAListThatWasWritten) {
  Resources resources;
  const Case test = single({.collective = Collective::alltoallv, .counts = {4}}, 1);
  const auto faults_after = [&](auto write) {
    Workspace workspace(resources, test, {}, {}, MPI_COMM_SELF);
    EXPECT_EQ(call_library(workspace.call()), MPI_SUCCESS);
    write(workspace.call());
    return faults(workspace);
  };
  EXPECT_EQ(faults_after([](const Call&) {}), Faults{});
  EXPECT_EQ(faults_after([](const Call& call) {
              ++*const_cast<int*>(call.send_counts.narrow());
              --*const_cast<int*>(call.receive_displacements.narrow());
            }),
            (Faults{Fault::list_changed, Fault::list_changed}));
}

Operation of(Collective collective) {
  Operation operation{.collective = collective, .counts = {4}};
  if (traits(collective).reducing) operation.op = Operator::bxor;
  return operation;
}

TEST(Workspace, FindsAResultThatNobodyWrote) {
  Resources resources;
  for (const auto collective : collectives_without_topology()) {
    if (collective == Collective::barrier) continue;
    const int rank = traits(collective).rooted && collective != Collective::bcast ? 0 : 1;
    Workspace workspace(resources, single(of(collective), 2), {}, {.ranks = 2, .rank = rank},
                        MPI_COMM_SELF);
    EXPECT_EQ(faults(workspace), Faults{Fault::wrong_result}) << name(collective);
  }
}

TEST(Workspace, LeavesOpenWhatExscanGivesToRankZero) {
  Resources resources;
  Workspace workspace(resources, single(of(Collective::exscan), 2), {}, {.ranks = 2, .rank = 0},
                      MPI_COMM_SELF);
  static_cast<std::int32_t*>(workspace.call().receive)[3] = 5;
  EXPECT_EQ(faults(workspace), Faults{});
}

TEST(Workspace, FindsThatARankAloneCombinedNothingOrInTheWrongOrder) {
  Resources resources;
  Operation operation{.collective = Collective::reduce_local, .counts = {4}, .op = Operator::left};
  Workspace untouched(resources, single(operation), {}, {}, MPI_COMM_SELF);
  EXPECT_EQ(faults(untouched), Faults{Fault::wrong_result});
  operation.op = Operator::affine;
  operation.element = Element::int_int;
  for (const bool swapped : {false, true}) {
    Workspace workspace(resources, single(operation), {}, {}, MPI_COMM_SELF);
    const Call& call = workspace.call();
    std::array<Pair<int>, 4> left, right;
    std::memcpy(left.data(), swapped ? call.receive : call.send, sizeof left);
    std::memcpy(right.data(), swapped ? call.send : call.receive, sizeof right);
    for (std::size_t i = 0; i < right.size(); ++i) right[i] = compose(left[i], right[i]);
    std::memcpy(call.receive, right.data(), sizeof right);
    EXPECT_EQ(faults(workspace), swapped ? Faults{Fault::wrong_result} : Faults{});
  }
}

TEST(Workspace, PlacesTheBufferWhereItWasAskedTo) {
  Resources resources;
  auto test = single(of(Collective::allgather));
  test.operations[0].send_offsets = {20};
  test.operations[0].receive_offsets = {4092};
  const Workspace workspace(resources, test, {}, {}, MPI_COMM_SELF);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(workspace.call().send) % 4096, 20u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(workspace.call().receive) % 4096, 4092u);
}

bool same(const Shape& left, const Shape& right) {
  const bool same_counts =
      left.counts && right.counts ? *left.counts == *right.counts : !left.counts && !right.counts;
  return same_counts && left.collective == right.collective && left.ranks == right.ranks &&
         left.root == right.root && left.count == right.count &&
         left.unit_bytes == right.unit_bytes && left.op.commutative == right.op.commutative &&
         left.op.builtin == right.op.builtin;
}

/// Returns whether MPI_Reduce_local with MPI's operator gives the right results. If it does not
/// (MPICH 4.0.2 compares unsigned integers as signed ones), no collective can be right.
bool operator_is_sound(const Operation& operation) {
  if (!traits(operation.collective).reducing || !is_builtin(operation.op)) return true;
  const Problem problem{operation, 2, 1};
  constexpr Range positions{0, 64};
  OperatorCache operators;
  const Elements left = input_elements(problem, 0, positions);
  Elements right = input_elements(problem, 1, positions);
  return visit_element(operation.element, [&](auto tag) {
    using T = typename decltype(tag)::type;
    std::vector<T> expected;
    for (std::size_t i = 0; i < left.as<T>().size(); ++i)
      expected.push_back(combine(operation.op, left.as<T>()[i], right.as<T>()[i]));
    MPI_Reduce_local(left.data(), right.as<T>().data(), positions.length,
                     mpi_type(operation.element), operators.get(operation.op));
    return std::equal(expected.begin(), expected.end(), right.as<T>().begin());
  });
}

bool compares_unsigned(const Operation& operation) {
  return (operation.op == Operator::max || operation.op == Operator::min) &&
         operation.element >= Element::uint8 && operation.element <= Element::uint64;
}

/// Returns whether the call may hang where ranks describe a message by different datatypes: by these, Open MPI
/// chooses the algorithm of allgatherv, and on an intercommunicator counts blocks. MPICH hangs in long ones.
bool may_hang(const Case& test) {
  using enum Collective;
  const Operation& operation = test.operations.front();
  const bool counts_blocks = is_intercommunicator(test.group) &&
                             (operation.collective == gatherv || operation.collective == scatterv);
  const bool concerned = library_name() == "openmpi"
                             ? operation.collective == allgatherv || counts_blocks
                             : operation.collective == allgatherv && has_runs(operation);
  return concerned && is_derived(operation);
}

/// Returns whether MPICH may refuse the call: between groups it looks at the root's send buffer of a reduce.
bool is_refused(const Case& test) {
  return library_name() == "mpich" && is_intercommunicator(test.group) &&
         test.operations.front().collective == Collective::reduce;
}

/// Returns true for calls that MPICH truncates: long messages of pairs with padding.
bool is_truncated(const Operation& operation) {
  return library_name() == "mpich" && has_runs(operation) && has_padding(operation.element);
}

/// Returns true for calls in which MPICH writes behind its working memory: ordered reductions of datatypes
/// with gaps.
bool damages_memory(const Operation& operation) {
  const bool scatters = operation.collective == Collective::reduce_scatter ||
                        operation.collective == Collective::reduce_scatter_block;
  const bool has_gaps =
      operation.receive_layouts.front() != Layout::plain || has_padding(operation.element);
  return library_name() == "mpich" && scatters && !is_commutative(operation.op) && has_gaps;
}

/// Returns the communicator of every Group.
std::vector<Communicator> communicators(int world_rank, int world_ranks) {
  std::vector<Communicator> comms;
  for (const auto& [group, name] : enum_names<Group>) {
    const Place place = place_of({.ranks = world_ranks, .group = group}, world_rank);
    MPI_Comm comm;
    MPI_Comm_split(MPI_COMM_WORLD, place.communicator, place.rank, &comm);
    Communicator made(comm);
    if (is_intercommunicator(group)) made = intercommunicator(made.get(), group);
    MPI_Comm_set_errhandler(made.get(), MPI_ERRORS_RETURN);
    comms.push_back(std::move(made));
  }
  return comms;
}

/// Takes the library to be right, and checks the oracle, the layouts and the arguments against it,
/// on everything that MPI allows. Every rank makes the same calls.
class AgreesWithTheLibrary : public testing::Test {
 protected:
  AgreesWithTheLibrary() {
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &world_ranks_);
    comms_ = communicators(world_rank_, world_ranks_);
  }

  void run(const Case& test) {
    const Operation& operation = test.operations[0];
    if (may_hang(test) || is_refused(test) || damages_memory(operation) || is_truncated(operation))
      return;
    const Place place = place_of(test, world_rank_);
    Workspace workspace(resources_, test, {}, place,
                        comms_[static_cast<std::size_t>(test.group)].get());
    if (!is_intercommunicator(test.group)) {
      EXPECT_TRUE(same(shape_of(operation, place.ranks), shape_of(workspace.call())))
          << print(test);
    }
    const auto mismatches = workspace.check(call_library(workspace.call()));
    if (operation.data != Data::overflow && !operator_is_sound(operation)) {
      EXPECT_TRUE(compares_unsigned(operation)) << print(test);
      return;
    }
    for (const auto& mismatch : mismatches)
      if (mismatch.fault != Fault::not_portable)
        ADD_FAILURE() << print(test) << "\n" << describe(mismatch);
  }

  int world_rank_ = 0, world_ranks_ = 1;
  std::vector<Communicator> comms_;
  Resources resources_;
};

TEST_F(AgreesWithTheLibrary, OnCollectives) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) run(random_case(seed, world_ranks_));
}

TEST_F(AgreesWithTheLibrary, OnWhatARankDoesAlone) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Case test = random_case(seed, world_ranks_);
    Operation& operation = test.operations[0];
    operation.collective = Collective::reduce_local;
    operation = normalized(operation);
    test.mode = Mode::blocking;
    test.handles = Handles::kept;
    if (is_valid(test)) run(test);
  }
}

}  // namespace
}  // namespace tutti
