#include "harness/measure/adaptive_sampling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ranges>
#include <set>

#include "harness/results/regression_input.hpp"

namespace tutti {
namespace {

constexpr Collective bcast = Collective::bcast;

std::vector<Point> grid(const std::vector<int>& ranks, const std::vector<std::int64_t>& sizes) {
  std::vector<Point> points;
  for (const int count : ranks)
    for (const auto bytes : sizes) points.push_back({bcast, count, bytes});
  return points;
}

std::vector<std::int64_t> many_sizes() {
  std::vector<std::int64_t> sizes;
  for (std::int64_t bytes = 8; bytes <= 1 << 20; bytes *= 2) sizes.push_back(bytes);
  return sizes;
}

/// The times of three subjects: `short` is fastest below about 32 KB, `long` above, `never`
/// nowhere. No fit equation matches the times exactly.
double truth(const std::string& subject, const Point& at) {
  const double ranks = at.ranks, bytes = static_cast<double>(at.bytes);
  const double bent = ranks * (1 + 0.1 * std::sin(3 * std::log2(bytes) + ranks));
  if (subject == "short") return bent * (1 + bytes / 1000);
  if (subject == "long") return bent * (25 + bytes / 4000);
  return bent * (40 + bytes / 500);
}

const std::vector<std::string> subjects{"short", "long", "never"};

struct Sampled {
  AdaptiveSampling sampling{grid({2, 3, 4, 8}, many_sizes())};
  std::size_t measured = 0;
  std::map<std::string, std::set<Point>> where;

  void run() {
    for (const auto& name : subjects) sampling.add(name, {});
    std::size_t contest = 0;
    for (auto questions = sampling.next(4).all; !questions.empty();
         questions = sampling.next(4).all)
      for (const auto& [point, names] : questions) {
        ++contest;
        for (const auto& name : names) {
          where[name].insert(point);
          sampling.add(name, point, {contest, {parameters_of(point), truth(name, point)}});
          ++measured;
        }
      }
  }
};

TEST(AdaptiveSampling, MeasuresAFewOfAllPoints) {
  Sampled sampled;
  sampled.run();
  const auto all = subjects.size() * 4 * many_sizes().size();
  EXPECT_LT(sampled.measured, all / 2);
  EXPECT_LE(sampled.where["never"].size(), sampled.where["long"].size());
}

TEST(AdaptiveSampling, PredictsWhoWinsEverywhere) {
  Sampled sampled;
  sampled.run();
  for (const auto bytes : many_sizes()) {
    const Point point{bcast, 4, bytes};
    double best = 0;
    std::string fastest;
    for (const auto& name : subjects)
      for (const auto& equation : sampled.sampling.equations(name))
        if (equation.domain.contains({bcast, 4, bytes})) {
          const double time_us = evaluate(equation, {bcast, 4, bytes}, {});
          if (fastest.empty() || time_us < best) {
            best = time_us;
            fastest = name;
          }
        }
    double least = 1e9;
    for (const auto& name : subjects) least = std::min(least, truth(name, point));
    EXPECT_LT(truth(fastest, point), 1.05 * least) << bytes;
  }
}

TEST(AdaptiveSampling, AsksNothingOfWhoCannotServe) {
  AdaptiveSampling sampling(grid({2, 3}, {8, 64}));
  sampling.add("a", {});
  for (const int ranks : {2, 3})
    for (const std::int64_t bytes : {8, 64}) sampling.exclude("a", {bcast, ranks, bytes});
  EXPECT_TRUE(sampling.next(10).all.empty());
}

TEST(AdaptiveSampling, LooksAtNothingTwiceBeforeAllIsLookedAt) {
  Sampled sampled;
  auto& sampling = sampled.sampling;
  for (const auto& name : subjects) sampling.add(name, {});
  const auto first = sampling.next(4).all;
  const auto& known = first.front().first;
  sampling.add("long", known, {1, {parameters_of(known), 1}});
  const auto then = sampling.next(4).all;
  ASSERT_EQ(then.size(), first.size());
  EXPECT_EQ(then.front(), AdaptiveSampling::MeasurementRequest(known, {"never", "short"}));
  EXPECT_TRUE(std::ranges::equal(then | std::views::drop(1), first | std::views::drop(1)));
}

// At one point, a contest measured a subject 8 times as slow as its neighbouring sizes predict:
// either a disturbance or the truth. The sampling must measure it again.
TEST(AdaptiveSampling, AsksAgainWhatItsNeighboursContradict) {
  AdaptiveSampling sampling(grid({2}, {8, 64, 512}));
  const std::vector<std::string> names{"best", "disturbed", "slow"};
  for (const auto& name : names) sampling.add(name, {});
  std::size_t contest = 0;
  for (const std::int64_t bytes : {8, 64, 512}) {
    ++contest;
    for (const auto& name : names) {
      const bool is_disturbed = name == "disturbed" && bytes == 64;
      const double time_us = is_disturbed ? 80 : name == "slow" ? 100 : 10;
      sampling.add(name, {bcast, 2, bytes}, {contest, {{bcast, 2, bytes}, time_us, 0.01}});
    }
  }
  const auto asked = sampling.next(4).all;
  ASSERT_EQ(asked.size(), 1u);
  EXPECT_EQ(asked.front(),
            AdaptiveSampling::MeasurementRequest(Point(bcast, 2, 64), {"best", "disturbed"}));
}

}  // namespace
}  // namespace tutti
