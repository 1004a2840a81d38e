#include "harness/accept/host_watch.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace tutti {
namespace {

// That it notices a host that dies, ci/accept_cluster_test shows: this program would die as well.

TEST(HostWatch, LosesNoRankThatEndsTheWatch) {
  const Exchange world(MPI_COMM_WORLD);
  for (int launch = 0; launch < 20; ++launch) {
    const HostWatch watch(world, [](int rank, const std::string& how) {
      ADD_FAILURE() << "rank " << rank << ' ' << how;
    });
    EXPECT_TRUE(watch.unwatched().empty());
    // Ranks end it at different times, in an order that changes.
    const int turn = (world.rank() + launch) % world.ranks();
    std::this_thread::sleep_for(std::chrono::milliseconds(2 * turn));
  }
  world.meet();
}

TEST(HostWatch, IsNotConfusedByOtherPrograms) {
  const Exchange world(MPI_COMM_WORLD);
  const HostWatch watch(world, [](int rank, const std::string& how) {
    ADD_FAILURE() << "rank " << rank << ' ' << how;
  });
  for (const std::string greeting : {"", "GET / HTTP/1.1\r\n\r\n", "tutti 0123456789abcdef 1\n"})
    if (const auto connection = connect_to(watch.place())) connection->send(greeting);
  world.meet();
}

}  // namespace
}  // namespace tutti
