#include "contract/blocked_signals.hpp"

#include <gtest/gtest.h>

namespace tutti {
namespace {

bool is_held(int signal) {
  sigset_t now;
  pthread_sigmask(SIG_BLOCK, nullptr, &now);
  return sigismember(&now, signal) == 1;
}

TEST(BlockedSignals, AreAllButFaultsUntilTheEnd) {
  ASSERT_FALSE(is_held(SIGUSR1));
  {
    const BlockedSignals held;
    EXPECT_TRUE(is_held(SIGUSR1));
    EXPECT_TRUE(is_held(SIGALRM));
    EXPECT_FALSE(is_held(SIGSEGV));
    EXPECT_FALSE(is_held(SIGBUS));
  }
  EXPECT_FALSE(is_held(SIGUSR1));
}

TEST(BlockedSignals, StayHeldInAThreadThatIsMadeMeanwhile) {
  bool held = false;
  auto thread = thread_with_blocked_signals([&] { held = is_held(SIGUSR1); });
  EXPECT_FALSE(is_held(SIGUSR1));
  thread.join();
  EXPECT_TRUE(held);
}

}  // namespace
}  // namespace tutti
