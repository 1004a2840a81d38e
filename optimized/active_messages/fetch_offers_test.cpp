#include "optimized/active_messages/fetch_offers.hpp"

#include <gtest/gtest.h>

namespace tutti::active {
namespace {

constexpr std::int64_t piece_bytes = 100;
constexpr int pieces_at_once = 4;

/// Offers with pieces whose step is their turn. take() lets each piece arrive before the next is
/// taken.
class FetchOffersTest : public testing::Test {
 protected:
  FetchOffersTest() { offers_.reset(4); }

  void offer(std::int64_t turn, int peer = 0) {
    offers_.add(turn, {.step = static_cast<std::uint32_t>(turn),
                       .peer = peer,
                       .host = peer / 2,
                       .header = {.bytes = piece_bytes},
                       .address = 0,
                       .key = {}});
  }
  std::int64_t take(std::int64_t first_turn) {
    const auto taken = offers_.take(first_turn);
    if (!taken) return nothing;
    offers_.fetched(taken->host);
    return taken->step;
  }

  static constexpr std::int64_t nothing = -1;
  Offers offers_;
};

TEST_F(FetchOffersTest, AreTakenByTurn) {
  for (const int turn : {300, 0, 200, 100}) offer(turn);
  for (const int turn : {0, 100, 200, 300}) EXPECT_EQ(take(0), turn);
  EXPECT_TRUE(offers_.empty());
  EXPECT_EQ(take(0), nothing);
}

TEST_F(FetchOffersTest, BeginWithThePieceOfTheFirstTurnAndEndWithWhatPrecedesIt) {
  for (const int turn : {0, 100, 200, 300}) offer(turn);
  EXPECT_EQ(take(250), 200);
  EXPECT_EQ(take(250), 300);
  EXPECT_EQ(take(250), 0);
  EXPECT_EQ(take(250), 100);
}

TEST_F(FetchOffersTest, FollowEachChangeOfTheFirstTurn) {
  for (const int turn : {0, 100, 200, 300, 400}) offer(turn);
  EXPECT_EQ(take(300), 300);
  EXPECT_EQ(take(100), 100);
  EXPECT_EQ(take(100), 200);
  EXPECT_EQ(take(300), 400);
  EXPECT_EQ(take(400), 0);
}

TEST_F(FetchOffersTest, OfAHostWithMuchUnderWayLetOthersPass) {
  for (int i = 0; i < pieces_at_once + 1; ++i) offer(i * piece_bytes, 0);
  offer(1000, 1);
  offer(1000, 2);
  for (int i = 0; i < pieces_at_once; ++i) EXPECT_EQ(offers_.take(0)->peer, 0);
  EXPECT_EQ(offers_.take(0)->peer, 2);
  EXPECT_FALSE(offers_.take(0));
  offers_.fetched(0);
  EXPECT_EQ(take(0), pieces_at_once * piece_bytes);
  EXPECT_EQ(take(0), 1000);
}

TEST_F(FetchOffersTest, FewComeOneByOneFromEachHostIfToldSo) {
  for (int i = 0; i < 3; ++i) offer(i * piece_bytes, i);
  EXPECT_EQ(offers_.take(0, true)->peer, 0);
  EXPECT_EQ(offers_.take(0, true)->peer, 2);
  EXPECT_FALSE(offers_.take(0, true));
  EXPECT_EQ(offers_.take(0)->peer, 1);
}

TEST_F(FetchOffersTest, OfManyPiecesATenthComesAtOnce) {
  constexpr int tenth = 12;
  for (int i = 0; i < 10 * tenth; ++i) offer(i * piece_bytes);
  for (int i = 0; i < tenth; ++i) EXPECT_EQ(offers_.take(0)->step, i * piece_bytes);
  EXPECT_FALSE(offers_.take(0));
}

}  // namespace
}  // namespace tutti::active
