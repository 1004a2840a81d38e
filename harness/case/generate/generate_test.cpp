#include <gtest/gtest.h>

#include <algorithm>

#include "harness/case/case_communicators.hpp"
#include "harness/case/element.hpp"
#include "harness/case/enum_names.hpp"
#include "harness/case/generate/cases.hpp"
#include "harness/case/generate/simpler.hpp"
#include "harness/case/problem.hpp"
#include "harness/case/validate.hpp"

namespace tutti {
namespace {

Scope everything(int ranks) {
  Scope scope{.subject = "mpi",
              .collectives = {},
              .laws = {"gather_undoes_scatter"},
              .world_ranks = ranks,
              .nonblocking = true,
              .persistent = all_collectives(),
              .large_counts = all_collectives(),
              .any_communicator = true,
              .threads = true};
  scope.collectives = all_collectives();
  for (const auto& row : enum_names<MadeBy>)
    if (row.value != MadeBy::usual) scope.made_by.push_back(row.value);
  return scope;
}

std::vector<Case> generated(int ranks, int number) {
  const auto generator = cases(everything(ranks));
  rc::Random random(static_cast<std::uint64_t>(ranks));
  std::vector<Case> found;
  for (int i = 0; i < number; ++i) found.push_back(generator(random.split()).value());
  return found;
}

TEST(Generate, EveryCaseIsValidAndSurvivesItsLine) {
  for (const int ranks : {1, 2, 3, 4, 5, 8})
    for (const Case& test : generated(ranks, 400)) {
      ASSERT_NO_THROW(validate(test)) << print(test);
      ASSERT_EQ(parse_case(print(test)), test) << print(test);
      ASSERT_LE(test.ranks, ranks);
    }
}

TEST(Generate, HugeCasesHaveABufferAbove2GiB) {
  Scope scope = everything(5);
  scope.huge = true;
  std::erase(scope.collectives, Collective::barrier);
  const auto generator = cases(scope);
  rc::Random random(1);
  for (int i = 0; i < 300; ++i) {
    const Case test = generator(random.split()).value();
    ASSERT_NO_THROW(validate(test)) << print(test);
    ASSERT_EQ(parse_case(print(test)), test) << print(test);
    const Operation& operation = test.operations.front();
    std::int64_t most = 0;
    for (const int ranks : communicator_sizes(test))
      for (int rank = 0; rank < ranks; ++rank) {
        const Problem problem{operation, ranks, 0, test.group};
        most = std::max(
            {most, total(input_blocks(problem, rank)), total(output_blocks(problem, rank))});
      }
    const std::int64_t bytes = most * operation.run_length * bytes_of(operation.element);
    ASSERT_GT(bytes, std::int64_t{1} << 31) << print(test);
    ASSERT_LT(bytes, (std::int64_t{1} << 31) + (std::int64_t{1} << 24)) << print(test);
  }
}

TEST(Generate, ARankAloneHasNoRequests) {
  Scope scope = everything(4);
  scope.collectives = {Collective::reduce_local, Collective::neighbor_alltoall};
  const auto generator = cases(scope);
  rc::Random random(1);
  int alone = 0;
  for (int i = 0; i < 1000; ++i) {
    const Case test = generator(random.split()).value();
    ASSERT_NO_THROW(validate(test)) << print(test);
    for (const Operation& operation : test.operations)
      alone += test.law.empty() && operation.collective == Collective::reduce_local;
  }
  EXPECT_GT(alone, 300);
}

TEST(Generate, TheSameSeedGivesTheSameCases) { EXPECT_EQ(generated(4, 50), generated(4, 50)); }

TEST(Generate, MostCasesAreSmall) {
  const auto all = generated(4, 1000);
  const auto small = std::count_if(all.begin(), all.end(), [](const Case& test) {
    return std::all_of(test.operations.begin(), test.operations.end(), [](const Operation& o) {
      return *std::max_element(o.counts.begin(), o.counts.end()) < 100;
    });
  });
  EXPECT_GT(small, 500);
}

TEST(Simpler, EveryCandidateIsValidAndSimpler) {
  for (const Case& test : generated(5, 60))
    for (const Case& candidate : simpler(test)) {
      ASSERT_TRUE(is_valid(candidate)) << print(candidate);
      ASSERT_LT(complexity(candidate), complexity(test)) << print(test) << '\n' << print(candidate);
    }
}

TEST(Simpler, TheSimplestCaseHasNothingSimpler) {
  const Case simplest{.law = {}, .operations = {Operation{.collective = Collective::barrier}}};
  EXPECT_TRUE(simpler(simplest).empty());
}

/// Returns whether a case shows a typical fault: in one collective, from some count on, and only in
/// place.
bool shows_fault(const Case& test) {
  return test.law.empty() && test.ranks >= 3 &&
         std::any_of(test.operations.begin(), test.operations.end(), [](const Operation& o) {
           return o.collective == Collective::allreduce && o.in_place == InPlace::yes &&
                  o.counts.front() >= 5;
         });
}

TEST(Simpler, ShrinksToTheLeastThatShowsTheFault) {
  const auto all = generated(8, 4000);
  const auto failing = std::find_if(all.begin(), all.end(), shows_fault);
  ASSERT_NE(failing, all.end());
  const Case minimal = rc::shrinkable::findLocalMin(shrinkable(*failing), shows_fault).first;
  EXPECT_EQ(print(minimal), "tutti-case 1 ranks=3 | allreduce counts=5 op=sum in_place=yes");
}

/// Returns whether a case shows a fault of misaligned operands.
bool shows_fault_alone(const Case& test) {
  return test.law.empty() && std::ranges::any_of(test.operations, [](const Operation& o) {
           return o.collective == Collective::reduce_local && o.counts.front() % 4 != 0 &&
                  o.send_offsets.front() % 16 != 0;
         });
}

TEST(Simpler, ShrinksWhatARankDoesAlone) {
  const auto all = generated(8, 4000);
  const auto failing = std::find_if(all.begin(), all.end(), shows_fault_alone);
  ASSERT_NE(failing, all.end());
  const Case minimal = rc::shrinkable::findLocalMin(shrinkable(*failing), shows_fault_alone).first;
  ASSERT_EQ(minimal.ranks, 1) << print(minimal);
  ASSERT_EQ(minimal.operations.size(), 1u) << print(minimal);
  EXPECT_EQ(minimal.operations.front().counts, std::vector{1});
  EXPECT_EQ(minimal.operations.front().send_offsets.size(), 1u);
}

/// Returns whether a case shows a fault that needs a late rank, as after a long message.
bool shows_fault_when_late(const Case& test) {
  return std::ranges::any_of(test.operations, [](const Operation& o) {
    return o.counts.front() >= 10'000 ||
           std::ranges::any_of(o.delays_us, [](int delay) { return delay >= 1000; });
  });
}

TEST(Simpler, TakesALateRankInPlaceOfALongMessage) {
  const Case failing =
      parse_case("tutti-case 1 ranks=3 | scatter counts=31965 element=int32 receive_offsets=8");
  const Case minimal =
      rc::shrinkable::findLocalMin(shrinkable(failing), shows_fault_when_late).first;
  EXPECT_EQ(minimal.operations.front().counts, std::vector{0});
}

}  // namespace
}  // namespace tutti
