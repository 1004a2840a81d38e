#include "optimized/schedule/builder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace tutti {
namespace {

using StepId = ScheduleBuilder::StepId;

bool waits(const Schedule& schedule, StepId waiting, StepId on) {
  const auto successors = schedule.successors_of(on);
  return std::find(successors.begin(), successors.end(), waiting) != successors.end();
}

Region units(std::int64_t offset, std::int64_t length) { return output({offset, length}); }

TEST(ScheduleBuilder, ReadWaitsForWrite) {
  ScheduleBuilder builder;
  const auto write = builder.receive(1, units(0, 4));
  const auto read = builder.send(2, units(3, 1));
  const auto elsewhere = builder.send(2, units(4, 2));
  const auto schedule = builder.finish();
  EXPECT_TRUE(waits(schedule, read, write));
  EXPECT_FALSE(waits(schedule, elsewhere, write));
  EXPECT_EQ(schedule.waits_for[read], 1u);
  EXPECT_EQ(schedule.waits_for[elsewhere], 0u);
}

TEST(ScheduleBuilder, WriteWaitsForTheReadsThatWaitedForTheWrite) {
  ScheduleBuilder builder;
  const auto first = builder.receive(1, units(0, 4));
  const auto left = builder.send(1, units(0, 2));
  const auto right = builder.send(1, units(2, 2));
  const auto second = builder.receive(1, units(1, 2));
  const auto schedule = builder.finish();
  EXPECT_TRUE(waits(schedule, second, left));
  EXPECT_TRUE(waits(schedule, second, right));
  EXPECT_FALSE(waits(schedule, second, first));
  EXPECT_TRUE(waits(schedule, left, first));
}

TEST(ScheduleBuilder, WriteWaitsForTheWriteThatNobodyRead) {
  ScheduleBuilder builder;
  const auto whole = builder.receive(1, units(0, 4));
  const auto left = builder.send(1, units(0, 2));
  const auto again = builder.receive(1, units(0, 4));
  const auto schedule = builder.finish();
  EXPECT_TRUE(waits(schedule, again, whole));
  EXPECT_TRUE(waits(schedule, again, left));
}

TEST(ScheduleBuilder, WriteWaitsForReadsOfWhatNobodyWrote) {
  ScheduleBuilder builder;
  const auto read = builder.send(1, units(0, 2));
  const auto write = builder.receive(1, units(1, 2));
  EXPECT_TRUE(waits(builder.finish(), write, read));
}

TEST(ScheduleBuilder, CopyOntoItselfDoesNotWaitForItself) {
  ScheduleBuilder builder;
  const auto write = builder.receive(1, units(0, 4));
  const auto copy = builder.copy(units(0, 2), units(1, 2));
  const auto schedule = builder.finish();
  EXPECT_TRUE(waits(schedule, copy, write));
  EXPECT_EQ(schedule.waits_for[copy], 1u);
}

TEST(ScheduleBuilder, ReadWaitsForTheLastWriterOfEachPart) {
  ScheduleBuilder builder;
  const auto whole = builder.receive(1, units(0, 6));
  const auto middle = builder.receive(1, units(2, 2));
  const auto inside = builder.send(1, units(2, 2));
  const auto all = builder.send(1, units(0, 6));
  const auto schedule = builder.finish();
  EXPECT_FALSE(waits(schedule, inside, whole));
  EXPECT_TRUE(waits(schedule, inside, middle));
  EXPECT_TRUE(waits(schedule, all, whole));
  EXPECT_TRUE(waits(schedule, all, middle));
}

TEST(ScheduleBuilder, CombiningReadsAndWritesItsTarget) {
  ScheduleBuilder builder;
  const auto copy = builder.copy(input({0, 2}), units(0, 2));
  const auto send = builder.send(1, units(0, 2));
  const auto combine = builder.receive_combine(1, units(0, 2), Order::before);
  const auto later = builder.send(1, units(1, 1));
  const auto schedule = builder.finish();
  EXPECT_TRUE(waits(schedule, send, copy));
  EXPECT_TRUE(waits(schedule, combine, send));
  EXPECT_TRUE(waits(schedule, later, combine));
  EXPECT_FALSE(waits(schedule, later, copy));
}

TEST(ScheduleBuilder, BuffersAreApart) {
  ScheduleBuilder builder;
  const Region scratch = builder.scratch(4);
  const Region more = builder.scratch(2);
  builder.receive(1, scratch);
  const auto output_step = builder.send(1, units(0, 4));
  const auto more_step = builder.receive(1, more);
  const auto schedule = builder.finish();
  EXPECT_EQ(schedule.scratch_units, 6);
  EXPECT_EQ(more.range.offset, 4);
  EXPECT_EQ(schedule.waits_for[output_step], 0u);
  EXPECT_EQ(schedule.waits_for[more_step], 0u);
}

TEST(ScheduleBuilder, FenceWaitsForArrivalsAndNotForSends) {
  ScheduleBuilder builder;
  const auto sent = builder.signal(1);
  const auto arrived = builder.await(1);
  builder.fence();
  const auto later = builder.signal(2);
  const auto schedule = builder.finish();
  EXPECT_TRUE(waits(schedule, later, arrived));
  EXPECT_FALSE(waits(schedule, later, sent));
}

TEST(ScheduleBuilder, FenceAfterManyArrivalsTakesLinearlyManyDependencies) {
  constexpr int messages = 1000;
  ScheduleBuilder builder;
  for (int i = 0; i < messages; ++i) builder.await(1);
  builder.fence();
  for (int i = 0; i < messages; ++i) builder.signal(1);
  const auto schedule = builder.finish();
  EXPECT_EQ(schedule.successors.size(), 2u * messages);
  EXPECT_EQ(schedule.waits_for.back(), 1u);
}

TEST(ScheduleBuilder, AfterAddsADependencyToTheNextStepOnly) {
  ScheduleBuilder builder;
  const auto first = builder.signal(1);
  builder.after(first);
  const auto second = builder.signal(1);
  const auto third = builder.signal(1);
  const auto schedule = builder.finish();
  EXPECT_TRUE(waits(schedule, second, first));
  EXPECT_FALSE(waits(schedule, third, first));
}

TEST(ScheduleBuilder, MessagesAreNumberedPerPeerAndDirection) {
  ScheduleBuilder builder;
  builder.signal(3);
  builder.signal(1);
  builder.await(3);
  builder.signal(3);
  const auto schedule = builder.finish();
  EXPECT_EQ(schedule.steps[0].message, 0);
  EXPECT_EQ(schedule.steps[1].message, 0);
  EXPECT_EQ(schedule.steps[2].message, 0);
  EXPECT_EQ(schedule.steps[3].message, 1);
}

TEST(ScheduleBuilder, WritesAPartInTermsOfItsRanksAndMemory) {
  ScheduleBuilder builder;
  const std::vector<int> ranks{2, 5, 7};
  const Region working = builder.scratch(8);
  builder.send(5, units(0, 1));
  {
    const ScheduleBuilder::Part part(builder, ranks, working.part({4, 4}), units(10, 4));
    builder.send(1, input({1, 2}));
    builder.receive(2, units(0, 3));
    builder.copy(input({0, 2}), units(2, 2));
  }
  builder.receive(2, units(0, 3));
  const auto steps = builder.finish().steps;
  EXPECT_EQ(steps[1].peer, 5);
  EXPECT_EQ(steps[1].message, 1);
  EXPECT_EQ(steps[1].source, working.part({5, 2}));
  EXPECT_EQ(steps[2].peer, 7);
  EXPECT_EQ(steps[2].target, units(10, 3));
  EXPECT_EQ(steps[3].source, working.part({4, 2}));
  EXPECT_EQ(steps[3].target, units(12, 2));
  EXPECT_EQ(steps[4].peer, 2);
  EXPECT_EQ(steps[4].target, units(0, 3));
}

TEST(ScheduleBuilder, CopiesNothingWhereAPartHasInputAndOutputInOne) {
  ScheduleBuilder builder;
  const std::vector<int> ranks{0, 1};
  const ScheduleBuilder::Part part(builder, ranks, units(3, 4), units(3, 4));
  builder.copy(input({1, 2}), units(1, 2));
  EXPECT_EQ(builder.finish().steps.front().target.range.length, 0);
}

TEST(ScheduleBuilder, StartsAfreshInRecycledMemory) {
  ScheduleBuilder builder;
  builder.receive(1, units(0, 4));
  builder.fence();
  auto schedule = builder.finish();
  builder.recycle(std::move(schedule));
  builder.send(1, units(0, 4));
  schedule = builder.finish();
  ASSERT_EQ(schedule.steps.size(), 1u);
  EXPECT_EQ(schedule.waits_for[0], 0u);
  EXPECT_EQ(schedule.steps[0].message, 0);
  EXPECT_EQ(schedule.scratch_units, 0);
}

}  // namespace
}  // namespace tutti
