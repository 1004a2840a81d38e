#include "harness/map/explanation.hpp"

#include <gtest/gtest.h>

namespace tutti {
namespace {

using Points = std::vector<Point>;

constexpr Collective bcast = Collective::bcast;

/// Adds a contest at a point: the default in 10 us, two algorithms in 5 and 20 us.
void add_contest(ResultSection& section, int ranks, std::int64_t bytes) {
  const int contest = static_cast<int>(section.measurements.size());
  for (const auto& [subject, us] : {std::pair{"mpi", 10.0}, std::pair{"mpich:bcast/slow", 20.0},
                                    std::pair{"mpich:bcast/ring", 5.0}}) {
    Measurement row{.subject = subject, .point = {bcast, ranks, bytes}, .contest = contest};
    row.launch = section.header.launch;
    for (int i = -10; i <= 10; ++i) row.samples_us.push_back(us * (1 + i / 1000.0));
    section.measurements.push_back(row);
  }
}

std::vector<ResultSection> results() {
  std::vector<ResultSection> sections(2);
  sections[0].header = {.date = "2026-11-28T01:02:03Z", .launch = 1};
  sections[1].header = {.date = "2026-11-29T01:02:03Z", .launch = 2};
  for (auto& section : sections)
    for (const int ranks : {4, 8})
      for (const auto bytes : {64, 512}) add_contest(section, ranks, bytes);
  return sections;
}

SelectionMap map_of_4() {
  return {.rules = {{bcast, {{4, 5}, {64, 513}}, "mpich:bcast/ring", false, {64, 512}}}};
}

Points points_of(const Explanation& explanation) {
  Points points;
  for (const auto& evidence : explanation.evidence) points.push_back(evidence.point);
  return points;
}

TEST(Explanation, ShowsTheRuleAndWhatWasMeasuredThere) {
  const auto found = explain(map_of_4(), results(), {bcast, 4, 64}, {});
  ASSERT_TRUE(found.rule);
  EXPECT_EQ(found.rule->subject, "mpich:bcast/ring");
  EXPECT_EQ(points_of(found), (Points{Point{bcast, 4, 64}}));
  const auto& evidence = found.evidence.front();
  EXPECT_EQ(evidence.launches, (std::set{1, 2}));
  EXPECT_EQ(evidence.days, (std::set<std::string>{"2026-11-28", "2026-11-29"}));
  ASSERT_EQ(evidence.subjects.size(), 2u);
  EXPECT_EQ(evidence.subjects[0].subject, "mpich:bcast/ring");
  EXPECT_NEAR(evidence.subjects[0].speedup.value, 2, 0.05);
  EXPECT_EQ(evidence.subjects[0].verdict, Verdict::better);
  EXPECT_EQ(evidence.subjects[1].verdict, Verdict::worse);
}

TEST(Explanation, TakesTheNearestMeasuredPoints) {
  const auto measured = results();
  EXPECT_EQ(points_of(explain(map_of_4(), measured, {bcast, 4, 100}, {})),
            (Points{Point{bcast, 4, 64}, Point{bcast, 4, 512}}));
  EXPECT_EQ(points_of(explain(map_of_4(), measured, {bcast, 5, 512}, {})),
            (Points{Point{bcast, 4, 512}, Point{bcast, 8, 512}}));
  EXPECT_EQ(points_of(explain(map_of_4(), measured, {bcast, 2, 1024}, {})),
            (Points{Point{bcast, 4, 512}}));
  EXPECT_TRUE(explain(map_of_4(), measured, {Collective::scan, 4, 64}, {}).evidence.empty());
}

TEST(Explanation, IsPrinted) {
  const auto text = print(explain(map_of_4(), results(), {bcast, 4, 100}, {}), "NOTHING");
  for (const auto* part : {"bcast ranks=4 bytes=100: mpich:bcast/ring\n",
                           "by the rule for 4 ranks, 64 to 512 bytes; measured at 64, 512 bytes\n",
                           "without the map: NOTHING\n",
                           "at bcast ranks=4 bytes=64, launch 1, 2 of 2026-11-28, 2026-11-29",
                           ">   2.00 [", "worse  mpich:bcast/slow"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
  const auto without = print(explain(map_of_4(), results(), {bcast, 8, 64}, {}), "");
  EXPECT_NE(without.find("the library's default\n  no rule holds there\n"), std::string::npos);
}

}  // namespace
}  // namespace tutti
