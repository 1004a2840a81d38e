#include "harness/runner/request_completion.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "harness/case/enum_names.hpp"

namespace tutti {
namespace {

constexpr int messages = 3;

/// Messages from this process to itself, each with a request at both ends.
class RequestCompletion : public ::testing::TestWithParam<Completion> {
 protected:
  /// Expects that all requests are completed once each, and that the messages have arrived.
  void expect_all_complete() {
    std::vector<int> times(requests_.size(), 0);
    complete(public_request_functions, GetParam(), requests_, [&](std::size_t index, int code) {
      EXPECT_EQ(code, MPI_SUCCESS);
      ++times.at(index);
    });
    EXPECT_EQ(times, std::vector<int>(requests_.size(), 1));
    EXPECT_EQ(received_, sent_);
  }

  std::array<int, messages> sent_{7, 8, 9}, received_{};
  std::vector<MPI_Request> requests_ = std::vector<MPI_Request>(std::size_t{2 * messages});
};

TEST_P(RequestCompletion, OfNonblockingCalls) {
  for (std::size_t i = 0; i < messages; ++i) {
    const int tag = static_cast<int>(i);
    MPI_Irecv(&received_[i], 1, MPI_INT, 0, tag, MPI_COMM_SELF, &requests_[2 * i]);
    MPI_Isend(&sent_[i], 1, MPI_INT, 0, tag, MPI_COMM_SELF, &requests_[2 * i + 1]);
  }
  expect_all_complete();
}

TEST_P(RequestCompletion, OfPersistentCallsEachTimeTheyAreStarted) {
  for (std::size_t i = 0; i < messages; ++i) {
    const int tag = static_cast<int>(i);
    MPI_Recv_init(&received_[i], 1, MPI_INT, 0, tag, MPI_COMM_SELF, &requests_[2 * i]);
    MPI_Send_init(&sent_[i], 1, MPI_INT, 0, tag, MPI_COMM_SELF, &requests_[2 * i + 1]);
  }
  for (int repetition = 0; repetition < 3; ++repetition) {
    for (int& value : sent_) value += 10;
    MPI_Startall(static_cast<int>(requests_.size()), requests_.data());
    expect_all_complete();
  }
  for (auto& request : requests_) MPI_Request_free(&request);
}

INSTANTIATE_TEST_SUITE_P(Each, RequestCompletion,
                         ::testing::Values(Completion::wait, Completion::test, Completion::waitall,
                                           Completion::testall, Completion::waitany,
                                           Completion::testany, Completion::waitsome,
                                           Completion::testsome),
                         [](const auto& each) { return std::string(enum_name(each.param)); });

}  // namespace
}  // namespace tutti
