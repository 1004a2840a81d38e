#include <gtest/gtest.h>
#include <pthread.h>

#include <cstdlib>

extern "C" unsigned ucp_worker_progress(void* events);

namespace {

int yields = 0;

class YieldingProgress : public testing::Test {
 protected:
  static void SetUpTestSuite() { setenv("MPI_LOCALNRANKS", "1000000", 1); }
  void SetUp() override {
    release();
    yields = 0;
  }

  unsigned look() { return ucp_worker_progress(&events_); }
  void release() {
    pthread_mutex_lock(&lock_);
    pthread_mutex_unlock(&lock_);
  }

  unsigned events_ = 0;
  pthread_mutex_t lock_ = PTHREAD_MUTEX_INITIALIZER;
};

}  // namespace

extern "C" int sched_yield() noexcept {
  ++yields;
  return 0;
}

TEST_F(YieldingProgress, TellsWhatHasHappened) {
  EXPECT_EQ(look(), 0U);
  events_ = 3;
  EXPECT_EQ(look(), 3U);
}

TEST_F(YieldingProgress, YieldsOnceTheLockIsFree) {
  pthread_mutex_lock(&lock_);
  look();
  const int holding = yields;
  pthread_mutex_unlock(&lock_);
  const int free = yields;
  release();
  EXPECT_EQ(holding, 0);
  EXPECT_EQ(free, 1);
  EXPECT_EQ(yields, 1) << "it owes no more";
}

TEST_F(YieldingProgress, YieldsAtTheNextLookWhereThereIsNoLock) {
  for (int i = 0; i < 10; ++i) look();
  EXPECT_EQ(yields, 9);
}

TEST_F(YieldingProgress, OwesNothingAfterSomethingHasHappened) {
  look();
  events_ = 1;
  look();
  release();
  EXPECT_EQ(yields, 0);
}
