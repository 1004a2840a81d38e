#include "harness/accept/watched_connection.hpp"

#include <gtest/gtest.h>
#include <poll.h>

namespace tutti {
namespace {

using State = WatchedConnection::State;

void wait_for(int descriptor) {
  pollfd wait{descriptor, POLLIN, 0};
  ASSERT_EQ(poll(&wait, 1, 10'000), 1);
}

/// Both ends of a connection within this host.
class WatchedConnectionTest : public testing::Test {
 protected:
  WatchedConnectionTest() {
    there_ = connect_to(listener_.place());
    wait_for(listener_.descriptor());
    here_ = listener_.accept();
  }

  WatchedListener listener_;
  std::optional<WatchedConnection> here_, there_;
};

TEST_F(WatchedConnectionTest, CarriesBytes) {
  ASSERT_TRUE(here_ && there_);
  std::string received = "a";
  EXPECT_EQ(here_->receive(received), State::open);
  EXPECT_EQ(received, "a");
  there_->send("bc");
  wait_for(here_->descriptor());
  EXPECT_EQ(here_->receive(received), State::open);
  EXPECT_EQ(received, "abc");
}

TEST_F(WatchedConnectionTest, NoticesThatTheOtherEndIsClosedBehindWhatItSent) {
  ASSERT_TRUE(here_ && there_);
  here_->send("unread");
  there_->send("last");
  there_.reset();
  wait_for(here_->descriptor());
  std::string received;
  EXPECT_EQ(here_->receive(received), State::closed);
  EXPECT_EQ(received, "last");
}

TEST(WatchedListenerTest, IsFoundByTheAddressThatAnswers) {
  const WatchedListener listener;
  const auto place = listener.place();
  const auto port = place.substr(0, place.find(' '));
  EXPECT_TRUE(connect_to(port + " 127.0.0.1"));
  EXPECT_TRUE(connect_to(port + " no-address 127.0.0.1"));
  EXPECT_FALSE(connect_to(port));
  EXPECT_FALSE(connect_to("1 127.0.0.1"));
}

}  // namespace
}  // namespace tutti
