#include "harness/verify/coverage.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "contract/error.hpp"

namespace tutti {
namespace {

using Values = std::vector<AxisValue>;

const Values in_place{{"collective", "bcast"}, {"mode", "blocking"}, {"op_on", "sum_int32"}};
const Values nonblocking{{"collective", "bcast"}, {"mode", "nonblocking"}};

TEST(Coverage, CountsValuesAndPairsOfDifferentAxes) {
  Coverage coverage;
  coverage.expect({{"mode", "persistent"}});
  coverage.draw(nonblocking);
  coverage.hit(in_place);
  EXPECT_EQ(coverage.values().hit, 3u);
  EXPECT_EQ(coverage.values().all, 5u);
  EXPECT_EQ(coverage.pairs().hit, 1u) << "op_on is a pair already";
  EXPECT_EQ(coverage.pairs().all, 2u);
  EXPECT_EQ(coverage.missing(), (std::vector<std::string>{"mode=nonblocking", "mode=persistent"}));
}

TEST(Coverage, KnowsWhatACaseWouldAdd) {
  Coverage coverage;
  coverage.hit(in_place);
  EXPECT_EQ(coverage.count_new(in_place).values, 0);
  EXPECT_EQ(coverage.count_new(in_place).pairs, 0);
  EXPECT_EQ(coverage.count_new(nonblocking).values, 1);
  EXPECT_EQ(coverage.count_new(nonblocking).pairs, 1);
}

TEST(Coverage, AddsWhatOtherLaunchesCovered) {
  Coverage first, second;
  first.hit(nonblocking);
  first.hit({{"root", "last"}, {"mode", "nonblocking"}});
  second.draw({{"root", "first"}, {"mode", "nonblocking"}});
  second.hit(in_place);
  second.add(first.to_json());
  EXPECT_EQ(second.pairs().hit, 3u);
  EXPECT_EQ(second.pairs().all, 4u);
  EXPECT_EQ(second.count_new({{"root", "last"}, {"mode", "nonblocking"}}).pairs, 0);
  EXPECT_EQ(second.count_new({{"root", "last"}, {"mode", "blocking"}}).pairs, 1);
  EXPECT_EQ(second.missing(), std::vector<std::string>{"root=first"});
}

TEST(Coverage, RefusesOtherJson) {
  for (const auto* text :
       {"[]", "{}", R"({"values": ["a=b"], "hit": [1], "drawn_pairs": [], "hit_pairs": []})",
        R"({"values": ["a=b"], "hit": [0], "drawn_pairs": [0], "hit_pairs": []})",
        R"({"values": ["a=b"], "hit": [0], "drawn_pairs": [0, -1], "hit_pairs": []})",
        R"({"values": [1], "hit": [], "drawn_pairs": [], "hit_pairs": []})"})
    EXPECT_THROW(Coverage().add(nlohmann::json::parse(text)), UsageError) << text;
}

}  // namespace
}  // namespace tutti
