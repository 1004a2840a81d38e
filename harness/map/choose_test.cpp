#include "harness/map/choose.hpp"

#include <gtest/gtest.h>

#include "contract/error.hpp"
#include "harness/results/result_file.hpp"

namespace tutti {
namespace {

/// Returns samples around a time, enough to be significant.
std::vector<double> around(double time_us) {
  std::vector<double> samples;
  for (int i = -10; i <= 10; ++i) samples.push_back(time_us * (1 + i / 1000.0));
  return samples;
}

/// The results of one launch at 4 ranks.
class Tuning {
 public:
  Tuning() {
    section_.header = {.kind = "tune", .library_version = "L", .registry = "r", .machine = "m"};
  }

  Tuning& add(Collective collective, std::int64_t bytes, const std::string& subject,
              double time_us) {
    Measurement row{
        .subject = subject, .point = {collective, 4, bytes}, .samples_us = around(time_us)};
    row.time_us = summarize(row.samples_us);
    section_.measurements.push_back(row);
    return *this;
  }

  void skip(Collective collective, std::int64_t bytes, const std::string& subject,
            const std::string& reason) {
    section_.skipped.push_back({subject, {collective, 4, bytes}, reason});
  }

  Measurement& last() { return section_.measurements.back(); }
  std::vector<ResultSection> sections() const { return {section_}; }

 private:
  ResultSection section_;
};

Chosen choose_from(const Tuning& tuning, const FormatCapabilities& format = {},
                   const std::optional<Confirmations>& confirmed = {}) {
  return choose(tuning.sections(), "lib", format, {}, confirmed);
}

TEST(Choose, TakesTheFastestThatBeatsTheDefaultByTheMargin) {
  Tuning tuning;
  tuning.add(Collective::bcast, 8, "mpi", 10).add(Collective::bcast, 8, "lib:bcast/a", 9.9);
  tuning.add(Collective::bcast, 64, "mpi", 10).add(Collective::bcast, 64, "lib:bcast/a", 5);
  tuning.add(Collective::bcast, 64, "lib:bcast/b", 4);
  tuning.add(Collective::bcast, 512, "mpi", 10).add(Collective::bcast, 512, "lib:bcast/a", 11);
  const auto [map, choices] = choose_from(tuning);
  ASSERT_EQ(map.rules.size(), 1u);
  EXPECT_EQ(map.rules[0],
            (MapRule{Collective::bcast, {{4, 5}, {64, 512}}, "lib:bcast/b", false, {64}}));
  ASSERT_EQ(choices.size(), 1u);
  EXPECT_EQ(choices[0].point.bytes, 64);
}

TEST(Choose, JoinsSizesAndDoesNotExtrapolate) {
  Tuning tuning;
  for (const std::int64_t bytes : {8, 64, 512})
    tuning.add(Collective::bcast, bytes, "mpi", 10).add(Collective::bcast, bytes, "lib:bcast/a", 5);
  const auto map = choose_from(tuning).map;
  ASSERT_EQ(map.rules.size(), 1u);
  EXPECT_EQ(map.rules[0].domain.bytes.begin, 8);
  EXPECT_EQ(map.rules[0].domain.bytes.end, 513);
  EXPECT_EQ(map.rules[0].measured_bytes, (std::vector<std::int64_t>{8, 64, 512}));
}

TEST(Choose, StaysWithThePreviousSizesChoiceIfItIsAsGood) {
  Tuning tuning;
  tuning.add(Collective::bcast, 8, "mpi", 10).add(Collective::bcast, 8, "lib:bcast/a", 5);
  tuning.add(Collective::bcast, 64, "mpi", 10).add(Collective::bcast, 64, "lib:bcast/a", 5);
  tuning.add(Collective::bcast, 64, "lib:bcast/b", 4.9);
  EXPECT_EQ(choose_from(tuning).map.rules.size(), 1u);
}

/// Returns a validation with a verdict on lib:bcast/a at one size.
ResultSection validation(std::int64_t bytes, Verdict verdict) {
  ResultSection section;
  section.validations.push_back(
      {.subject = "lib:bcast/a", .point = {Collective::bcast, 4, bytes}, .verdict = verdict});
  return section;
}

TEST(Choose, KeepsTheDefaultWhereAValidationConfirmsNothing) {
  Tuning tuning;
  tuning.add(Collective::bcast, 64, "mpi", 10).add(Collective::bcast, 64, "lib:bcast/a", 5);
  tuning.add(Collective::bcast, 64, "lib:bcast/never_validated", 6);
  const auto rules_after = [&](const std::vector<ResultSection>& validations) {
    return choose_from(tuning, {}, confirmations(validations)).map.rules.size();
  };
  EXPECT_EQ(rules_after({validation(64, Verdict::worse)}), 0u);
  EXPECT_EQ(rules_after({validation(64, Verdict::tie)}), 0u);
  EXPECT_EQ(rules_after({validation(64, Verdict::better)}), 1u);
  EXPECT_EQ(rules_after({validation(64, Verdict::better), validation(64, Verdict::tie)}), 0u);
  EXPECT_EQ(rules_after({}), 0u) << "there was no time for it";
}

TEST(Choose, AConfirmedChoiceGivesWayToNoneThatWasNotValidated) {
  Tuning tuning;
  tuning.add(Collective::bcast, 8, "mpi", 10).add(Collective::bcast, 8, "lib:bcast/b", 5);
  tuning.add(Collective::bcast, 64, "mpi", 10).add(Collective::bcast, 64, "lib:bcast/a", 5);
  tuning.add(Collective::bcast, 64, "lib:bcast/b", 5.01);
  ASSERT_EQ(choose_from(tuning).choices.back().subject, "lib:bcast/b") << "as good, and before it";
  const auto confirmed = confirmations({validation(64, Verdict::better)});
  const auto choices = choose_from(tuning, {}, confirmed).choices;
  ASSERT_EQ(choices.size(), 1u);
  EXPECT_EQ(choices.front().subject, "lib:bcast/a");
}

TEST(Choose, WhatFailedSomewhereIsChosenNowhere) {
  Tuning tuning;
  tuning.add(Collective::bcast, 8, "mpi", 10).add(Collective::bcast, 8, "lib:bcast/a", 5);
  tuning.skip(Collective::bcast, 64, "lib:bcast/a", "failed verification: data");
  EXPECT_TRUE(choose_from(tuning).map.rules.empty());
  EXPECT_EQ(choose_from(tuning).map.remarks,
            (std::vector<std::string>{"left out lib:bcast/a: failed verification: data"}));
}

TEST(Choose, ARuleWithoutSizeMustBeWorseNowhere) {
  const FormatCapabilities no_size{.sees_bytes = [](Collective) { return false; }};
  Tuning tuning;
  tuning.add(Collective::scan, 8, "mpi", 10).add(Collective::scan, 8, "lib:scan/a", 5);
  tuning.add(Collective::scan, 64, "mpi", 10).add(Collective::scan, 64, "lib:scan/a", 10);
  const auto map = choose_from(tuning, no_size).map;
  ASSERT_EQ(map.rules.size(), 1u);
  EXPECT_EQ(map.rules[0].domain.bytes.begin, 0);
  EXPECT_EQ(map.rules[0].domain.bytes.end, unlimited);
  tuning.add(Collective::scan, 512, "mpi", 10).add(Collective::scan, 512, "lib:scan/a", 20);
  EXPECT_TRUE(choose_from(tuning, no_size).map.rules.empty());
}

TEST(Choose, ARuleWithoutSizeMustHaveMetTheDefaultAtEverySize) {
  const FormatCapabilities no_size{.sees_bytes = [](Collective) { return false; }};
  Tuning tuning;
  tuning.add(Collective::scan, 8, "mpi", 10).add(Collective::scan, 8, "lib:scan/a", 5);
  tuning.add(Collective::scan, 64, "lib:scan/a", 5);
  EXPECT_TRUE(choose_from(tuning, no_size).map.rules.empty());
  EXPECT_TRUE(choose_from(tuning, no_size).choices.empty());
}

TEST(Choose, LeavesOutWhatTheFormatCannotSayAndSaysSo) {
  const FormatCapabilities picky{
      .reason_against = [](const std::string&) { return std::string("no words"); }};
  Tuning tuning;
  tuning.add(Collective::bcast, 64, "mpi", 10).add(Collective::bcast, 64, "lib:bcast/a", 5);
  const auto map = choose_from(tuning, picky).map;
  EXPECT_TRUE(map.rules.empty());
  EXPECT_EQ(map.remarks, (std::vector<std::string>{"left out lib:bcast/a: no words"}));
}

TEST(Choose, ARestrictionIsGuardedOrLeftOut) {
  Tuning tuning;
  tuning.add(Collective::reduce, 64, "mpi", 10).add(Collective::reduce, 64, "lib:reduce/a", 5);
  tuning.last().restriction = commutative_only_restriction;
  const auto guarded = choose_from(tuning).map;
  ASSERT_EQ(guarded.rules.size(), 1u);
  EXPECT_TRUE(guarded.rules[0].commutative_only);
  EXPECT_TRUE(choose_from(tuning, {.guards_commutativity = false}).map.rules.empty());
}

TEST(Choose, RefusesResultsOfDifferentMachines) {
  auto sections = Tuning().sections();
  sections.push_back(sections.front());
  sections.back().header.machine = "another";
  EXPECT_THROW(choose(sections, "lib", {}, {}), UsageError);
  EXPECT_THROW(choose({}, "lib", {}, {}), UsageError);
}

}  // namespace
}  // namespace tutti
