#include "harness/subject/forced_subjects.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

#include "contract/error.hpp"
#include "harness/subject/forcing_library.hpp"

namespace tutti {
namespace {

/// Open MPI reads these variables in MPI_Init, so they must be set before main.
const bool prepared = [] {
  prepare_forcing();
  return true;
}();

int world_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int world_size() {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

bool in_mpich() { return running_library().name == "mpich"; }

/// The arguments of a call of any collective on blocks of `count` ints.
class SmallCall {
 public:
  explicit SmallCall(Collective collective) {
    std::iota(send_.begin(), send_.end(), world_rank());
    for (int rank = 0; rank < world_size(); ++rank) displacements_[rank] = rank * count;
    call = {.collective = collective,
            .send = send_.data(),
            .send_count = count,
            .send_counts = counts_.data(),
            .send_displacements = displacements_.data(),
            .send_type = MPI_INT,
            .send_types = types_.data(),
            .receive = receive.data(),
            .receive_count = count,
            .receive_counts = counts_.data(),
            .receive_displacements = displacements_.data(),
            .receive_type = MPI_INT,
            .receive_types = types_.data(),
            .op = MPI_SUM};
    if (traits(collective).typed_per_block)
      for (int& displacement : displacements_) displacement *= sizeof(int);
  }

  static constexpr int count = 8;
  Call call;
  std::vector<int> receive = std::vector<int>(count * world_size());

 private:
  std::vector<int> send_ = std::vector<int>(count * world_size());
  std::vector<int> counts_ = std::vector<int>(world_size(), count);
  std::vector<int> displacements_ = std::vector<int>(world_size());
  std::vector<MPI_Datatype> types_ = std::vector<MPI_Datatype>(world_size(), MPI_INT);
};

Ran run(const Subject& subject, SmallCall& arguments) {
  const auto activation = subject.activate(MPI_COMM_WORLD);
  arguments.call.comm = activation->comm();
  EXPECT_EQ(activation->run(arguments.call), MPI_SUCCESS) << subject.name();
  return activation->ran();
}

/// Returns whether the subject is tested here. Excludes non-blocking collectives, of which some
/// abort; `verify` runs these in launches of their own.
bool fits(const Subject& subject, Collective collective) {
  return !subject.nonblocking() &&
         subject.applicable({.collective = collective, .ranks = world_size(), .count = 32});
}

TEST(Forced, ListsAlgorithmsOfEveryKindUnderUniqueNames) {
  ASSERT_TRUE(prepared);
  std::vector<std::string> names;
  std::map<Collective, int> algorithms;
  int components = 0, nonblocking = 0;
  for (const auto& subject : forced_subjects()) {
    names.push_back(subject->name());
    const auto parsed = parse_forced_name(names.back());
    if (!parsed.component.empty())
      ++components;
    else if (subject->nonblocking())
      ++nonblocking;
    else
      ++algorithms[parsed.collective];
  }
  EXPECT_GT(names.size(), 30U);
  for (const auto collective : collectives_without_topology()) {
    const bool without_choice_in_openmpi = collective == Collective::gatherv ||
                                           collective == Collective::scatterv ||
                                           collective == Collective::alltoallw;
    if (without_choice_in_openmpi && !in_mpich()) continue;
    EXPECT_GT(algorithms[collective], 0) << name(collective);
  }
  for (const auto collective : {Collective::allreduce, Collective::alltoall, Collective::bcast})
    EXPECT_GT(algorithms[collective], 2) << name(collective);
  EXPECT_GT(nonblocking, 0);
  EXPECT_EQ(components > 0, !in_mpich());
  std::ranges::sort(names);
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
  for (const auto& name : names) EXPECT_EQ(forced_subject(name)->name(), name);
}

TEST(Forced, RunsEveryApplicableAlgorithm) {
  for (const auto& subject : forced_subjects())
    for (const auto collective : collectives_without_topology()) {
      if (!fits(*subject, collective)) continue;
      SmallCall arguments(collective);
      run(*subject, arguments);
    }
}

TEST(Forced, AllreduceIsRight) {
  for (const auto& subject : forced_subjects()) {
    if (!fits(*subject, Collective::allreduce)) continue;
    SmallCall arguments(Collective::allreduce);
    run(*subject, arguments);
    const int ranks = world_size();
    for (int i = 0; i < SmallCall::count; ++i)
      EXPECT_EQ(arguments.receive[i], ranks * i + ranks * (ranks - 1) / 2) << subject->name();
  }
}

TEST(Forced, StartsAlgorithmsOfNonBlockingCollectives) {
  const auto subject = forced_subject(in_mpich() ? "mpich:iallreduce/sched_recursive_doubling"
                                                 : "openmpi:iallreduce/binomial");
  ASSERT_TRUE(subject->nonblocking());
  const auto activation = subject->activate(MPI_COMM_WORLD);
  const auto variable =
      require_variable(running_library().variable(parse_forced_name(subject->name())));
  const int before = variable->read();
  SmallCall started(Collective::allreduce), whole(Collective::allreduce);
  started.call.comm = whole.call.comm = activation->comm();
  MPI_Request request = MPI_REQUEST_NULL;
  ASSERT_EQ(activation->start(started.call, &request), MPI_SUCCESS);
  EXPECT_EQ(variable->read(), before);
  EXPECT_EQ(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(activation->run(whole.call), MPI_SUCCESS);
  EXPECT_EQ(started.receive, whole.receive);
  const int ranks = world_size();
  EXPECT_EQ(whole.receive[1], ranks + ranks * (ranks - 1) / 2);
}

TEST(Forced, LeavesTheVariablesAsTheyWere) {
  for (const auto& subject : forced_subjects()) {
    const auto variable =
        require_variable(running_library().variable(parse_forced_name(subject->name())));
    const int before = variable->read();
    subject->activate(MPI_COMM_WORLD);
    EXPECT_EQ(variable->read(), before) << subject->name();
  }
}

TEST(Forced, TwoActivationsOfOneSubjectEndInAnyOrder) {
  const auto subject = forced_subject(in_mpich() ? "mpich:bcast/binomial" : "openmpi:bcast/chain");
  const auto variable =
      require_variable(running_library().variable({.collective = Collective::bcast}));
  const int before = variable->read();
  auto first = subject->activate(MPI_COMM_WORLD);
  auto second = subject->activate(MPI_COMM_SELF);
  first.reset();
  second.reset();
  EXPECT_EQ(variable->read(), before);
}

/// Proves that a choice is in force: a call that the forced algorithm cannot serve is reported.
TEST(Forced, TellsWhenTheLibraryCannotServeTheCall) {
  SmallCall arguments(Collective::alltoall);
  if (in_mpich()) {
    EXPECT_EQ(run(*forced_subject("mpich:alltoall/pairwise_sendrecv_replace"), arguments), Ran::no);
    EXPECT_EQ(run(*forced_subject("mpich:alltoall/pairwise"), arguments), Ran::yes);
  } else {
    const auto activation = forced_subject("openmpi:alltoall/two_proc")->activate(MPI_COMM_WORLD);
    arguments.call.comm = activation->comm();
    EXPECT_EQ(activation->run(arguments.call) == MPI_SUCCESS, world_size() == 2);
  }
}

TEST(Forced, TellsWhenTheLibrarySubstitutes) {
  SmallCall arguments(Collective::allgather);
  const auto subject = forced_subject(in_mpich() ? "mpich:allgather/recursive_doubling"
                                                 : "openmpi:allgather/recursive_doubling");
  const bool power_of_two = (world_size() & (world_size() - 1)) == 0;
  EXPECT_EQ(run(*subject, arguments), power_of_two ? Ran::yes : Ran::no);
}

TEST(Forced, TakesParameters) {
  if (in_mpich()) {
    EXPECT_TRUE(forced_parameters("mpich:bcast/binomial").empty());
    EXPECT_THROW(forced_subject("mpich:bcast/binomial:segment=64"), UsageError);
    return;
  }
  EXPECT_EQ(forced_parameters("openmpi:bcast/chain"),
            (std::vector<std::string>{"segment", "fanout"}));
  const auto subject = forced_subject("openmpi:bcast/chain:fanout=2:segment=16");
  EXPECT_EQ(subject->name(), "openmpi:bcast/chain:fanout=2:segment=16");
  SmallCall arguments(Collective::bcast);
  EXPECT_EQ(run(*subject, arguments), Ran::yes);
  EXPECT_THROW(forced_subject("openmpi:bcast/chain:radix=2"), UsageError);
}

TEST(Forced, PrefersComponentsInLaunchesOfTheirOwn) {
  if (in_mpich()) {
    EXPECT_THROW(forced_subject("mpich:basic/allreduce"), UsageError);
    return;
  }
  const auto subject = forced_subject("openmpi:basic/allreduce");
  const auto environment = subject->environment();
  EXPECT_EQ(environment.at("OMPI_MCA_coll_basic_priority"), "90");
  EXPECT_TRUE(fits(*subject, Collective::allreduce));
  EXPECT_FALSE(fits(*subject, Collective::bcast));
  SmallCall arguments(Collective::allreduce);
  // This launch did not set the priority: the library reports another component, or nothing.
  EXPECT_NE(run(*subject, arguments), Ran::yes);
  EXPECT_THROW(forced_subject("openmpi:telepathy/bcast"), UsageError);
}

TEST(Forced, RefusesUnknownNames) {
  const std::string library(running_library().name);
  EXPECT_THROW(forced_subject(library + ":bcast/telepathy"), UsageError);
  EXPECT_THROW(forced_subject(in_mpich() ? "openmpi:bcast/chain" : "mpich:bcast/binomial"),
               UsageError);
  EXPECT_TRUE(names_forced_subject(library + ":bcast/chain"));
  EXPECT_FALSE(names_forced_subject("bcast/binomial:layered"));
}

}  // namespace
}  // namespace tutti
