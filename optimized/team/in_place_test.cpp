#include "optimized/team/in_place.hpp"

#include <gtest/gtest.h>

#include "optimized/schedule/builder.hpp"

namespace tutti {
namespace {

template <class Build>
bool shares(Build build, std::int64_t offset = 0) {
  ScheduleBuilder schedule;
  build(schedule);
  return may_share_memory(std::move(schedule).finish(), offset);
}

TEST(InPlace, IsSafeIfTheInputGoesStraightToWhereItIs) {
  EXPECT_TRUE(shares([](ScheduleBuilder& schedule) {
    schedule.copy(input({0, 8}), output({0, 8}));
    schedule.receive_combine(1, output({0, 8}), Order::before);
  }));
  EXPECT_TRUE(shares(
      [](ScheduleBuilder& schedule) {
        schedule.copy(input({0, 4}), output({4, 4}));
        schedule.receive(1, output({0, 4}));
      },
      4));
}

TEST(InPlace, IsSafeIfWhatIsSentIsNeverOverwritten) {
  EXPECT_TRUE(shares([](ScheduleBuilder& schedule) {
    schedule.send(1, input({0, 4}));
    schedule.receive(1, output({4, 4}));
  }));
}

TEST(InPlace, IsUnsafeIfAReceiveMayOverwriteWhatIsSent) {
  EXPECT_FALSE(shares([](ScheduleBuilder& schedule) {
    schedule.send(1, input({0, 8}));
    schedule.receive(1, output({7, 1}));
  }));
}

TEST(InPlace, IsUnsafeIfTheOutputWasUsedBeforeTheInputIsCopied) {
  EXPECT_FALSE(shares([](ScheduleBuilder& schedule) {
    schedule.receive(1, output({0, 8}));
    schedule.send(1, output({0, 8}));
    schedule.copy(input({0, 8}), output({0, 8}));
  }));
}

TEST(InPlace, IsUnsafeIfTheInputIsCopiedElsewhere) {
  EXPECT_FALSE(shares([](ScheduleBuilder& schedule) {
    schedule.copy(input({0, 4}), output({4, 4}));
    schedule.copy(input({4, 4}), output({0, 4}));
  }));
}

}  // namespace
}  // namespace tutti
