#include "optimized/overlap/sigsegv_handler.hpp"

#include <gtest/gtest.h>

#include <csetjmp>
#include <future>

#include "contract/test/eventually.hpp"
#include "optimized/overlap/guard.hpp"
#include "optimized/overlap/test_memory.hpp"

namespace tutti::overlap {
namespace {

using namespace std::chrono_literals;

sigjmp_buf before_fault;
const void* volatile fault_address;
volatile int calls;

void note_and_jump(int, siginfo_t* info, void*) {
  fault_address = info->si_addr;
  siglongjmp(before_fault, 1);
}

void count(int) { calls = calls + 1; }

struct sigaction jumping() {
  struct sigaction action {};
  action.sa_sigaction = note_and_jump;
  action.sa_flags = SA_SIGINFO;
  return action;
}

void write_to(std::byte* address) { *static_cast<volatile std::byte*>(address) = std::byte{1}; }

/// Returns the address that the program's handler got; null if it was not called.
const void* fault_of_writing_to(std::byte* address) {
  fault_address = nullptr;
  if (sigsetjmp(before_fault, 1) == 0) write_to(address);
  return fault_address;
}

class SegmentationFaults : public testing::Test {
 protected:
  void SetUp() override {
    guard_ = Guard::make(GuardKind::mprotect);
    if (!guard_) GTEST_SKIP() << "the guard mprotect is not available to this process";
    change_program_handler(SIGSEGV, nullptr, &before_);
    GTEST_FLAG_SET(death_test_style, "threadsafe");
  }
  void TearDown() override { change_program_handler(SIGSEGV, &before_, nullptr); }

  void expect_that_closing_works() {
    const TestMemory memory(2);
    const auto protected_memory = guard_->protect(memory.pages());
    ASSERT_TRUE(protected_memory);
    auto reader = std::async(std::launch::async, [&] { return memory.page(1); });
    EXPECT_TRUE(eventually([&] { return protected_memory->last_wanted() == &memory.page(1); }));
    EXPECT_EQ(reader.wait_for(0s), std::future_status::timeout);
    protected_memory->relocated()[page_bytes()] = std::byte{3};
    protected_memory->unprotect(memory.pages());
    EXPECT_EQ(reader.get(), std::byte{3});
  }

  std::unique_ptr<Guard> guard_;
  struct sigaction before_ {};
  const TestMemory forbidden_{2, MAP_PRIVATE | MAP_ANONYMOUS, PROT_NONE};
};

TEST_F(SegmentationFaults, OfTheProgramGoToItsOwnHandler) {
  const auto action = jumping();
  ASSERT_EQ(change_program_handler(SIGSEGV, &action, nullptr), 0);
  for (int i = 0; i < 3; ++i) {
    expect_that_closing_works();
    EXPECT_EQ(fault_of_writing_to(&forbidden_.page(1)), &forbidden_.page(1));
    EXPECT_EQ(fault_of_writing_to(forbidden_.begin()), forbidden_.begin());
    EXPECT_EQ(fault_of_writing_to(forbidden_.begin()), forbidden_.begin());
  }
}

TEST_F(SegmentationFaults, ProgramHearsOfItsOwnHandlersOnly) {
  const auto action = jumping();
  struct sigaction old {};
  change_program_handler(SIGSEGV, &action, nullptr);
  EXPECT_NE(change_program_handler(SIGSEGV, count), SIG_DFL);
  EXPECT_EQ(change_program_handler(SIGSEGV, &action, &old), 0);
  EXPECT_EQ(old.sa_handler, count);
  EXPECT_EQ(old.sa_flags, static_cast<int>(SA_RESTART));
  EXPECT_EQ(change_program_handler(SIGSEGV, nullptr, &old), 0);
  EXPECT_EQ(old.sa_sigaction, note_and_jump);
  expect_that_closing_works();
}

TEST_F(SegmentationFaults, OtherSignalsAreNotTouched) {
  const SignalHandler before = change_program_handler(SIGUSR1, count);
  calls = 0;
  raise(SIGUSR1);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(change_program_handler(SIGUSR1, before), count);
}

TEST_F(SegmentationFaults, SignalsThatWereSentGoToTheProgram) {
  change_program_handler(SIGSEGV, count);
  calls = 0;
  raise(SIGSEGV);
  EXPECT_EQ(calls, 1);
  change_program_handler(SIGSEGV, SIG_IGN);
  raise(SIGSEGV);
  EXPECT_EQ(calls, 1);
}

TEST_F(SegmentationFaults, HandlersThatWereInstalledPastUsComeBehindUs) {
  const auto action = jumping();
  ASSERT_EQ(sigaction(SIGSEGV, &action, nullptr), 0);
  expect_that_closing_works();
  EXPECT_EQ(fault_of_writing_to(forbidden_.begin()), forbidden_.begin());
}

TEST_F(SegmentationFaults, HandlersThatAreToRunOnceDo) {
  auto action = jumping();
  action.sa_flags |= static_cast<int>(SA_RESETHAND);
  struct sigaction old {};
  change_program_handler(SIGSEGV, &action, nullptr);
  EXPECT_EQ(fault_of_writing_to(forbidden_.begin()), forbidden_.begin());
  change_program_handler(SIGSEGV, nullptr, &old);
  EXPECT_EQ(old.sa_handler, SIG_DFL);
}

TEST_F(SegmentationFaults, EndAProgramThatDoesNotHandleThem) {
  expect_that_closing_works();
  const auto without_handler = [](SignalHandler handler) {
    change_program_handler(SIGSEGV, handler);
  };
  EXPECT_EXIT(
      {
        without_handler(SIG_DFL);
        write_to(forbidden_.begin());
      },
      testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(
      {
        without_handler(SIG_IGN);
        write_to(forbidden_.begin());
      },
      testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(
      {
        without_handler(SIG_DFL);
        raise(SIGSEGV);
      },
      testing::KilledBySignal(SIGSEGV), "");
}

}  // namespace
}  // namespace tutti::overlap
