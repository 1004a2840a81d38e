#include "harness/accept/verdict/verdict.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "contract/error.hpp"

namespace tutti {
namespace {

constexpr int lines = 20;
constexpr int looks_max = 8;

FigureRequirement allreduce(std::int64_t bytes, const char* limit) {
  return {.measure = "allreduce", .bytes = bytes, .at_most = true, .limit = *parsed_limit(limit)};
}

Requirements requirements_of(std::vector<Requirement> list, double error_rate = 0.01) {
  for (std::size_t i = 0; i < list.size(); ++i) list[i].line = static_cast<int>(i) + 1;
  return {.file = "f.toml",
          .false_alarms = error_rate,
          .false_passes = error_rate,
          .list = std::move(list)};
}

/// A file of 20 lines: allreduce of 1, 2, ..., 20 bytes.
Requirements many_lines(const char* limit, double error_rate) {
  std::vector<Requirement> list;
  for (int bytes = 1; bytes <= lines; ++bytes)
    list.push_back({.name = "r", .demand = allreduce(bytes, limit)});
  return requirements_of(std::move(list), error_rate);
}

/// How the logarithms of launches differ from their mean, which is 0.
using Noise = double (*)(std::mt19937_64&);

double normal(std::mt19937_64& random) { return std::normal_distribution(0.0, 0.05)(random); }
double heavy_tailed(std::mt19937_64& random) {
  return 0.03 * std::student_t_distribution(3.0)(random);
}
/// One launch in ten takes longer by a third. The mean is 0, as that of the others.
double with_outliers(std::mt19937_64& random) {
  return normal(random) + (std::bernoulli_distribution(0.1)(random) ? 0.27 : -0.03);
}

/// Draws launches in which the operation of each line takes `us`, apart from noise.
void add_launches(AcceptanceResults& results, int launches, double us, auto&& noise) {
  for (int i = 0; i < launches; ++i) {
    ++results.launches;
    for (int bytes = 1; bytes <= lines; ++bytes)
      results.figures.push_back({.of = {.measure = "allreduce", .bytes = bytes},
                                 .launch = results.launches,
                                 .samples = {us * std::exp(noise())}});
  }
}

AcceptanceResults measured(int launches, double us, auto&& noise) {
  AcceptanceResults results;
  add_launches(results, launches, us, noise);
  return results;
}

bool any(const std::vector<Judgement>& judgements, Conformity conformity) {
  return std::ranges::any_of(
      judgements, [&](const Judgement& judgement) { return judgement.conformity == conformity; });
}

constexpr double stated_rate = 0.2;  // high, so that few runs show whether it is kept
constexpr int runs = 100;

/// Returns the share of runs in which any of 20 lines errs in any of 8 looks. The machine is at the
/// limit: nothing may be told with certainty.
double error_rate(Noise noise, Conformity error, bool with_baseline) {
  std::mt19937_64 random(1);
  const auto requirements = many_lines(with_baseline ? "100 % of baseline" : "10 us", stated_rate);
  int errors = 0;
  for (int run = 0; run < runs; ++run) {
    const auto draw = [&] { return noise(random); };
    const auto baseline = measured(with_baseline ? 6 : 0, 10, draw);
    const auto results = measured(looks_max, 10, draw);
    errors += any(judge(requirements, results, with_baseline ? &baseline : nullptr), error);
  }
  return static_cast<double>(errors) / runs;
}

TEST(FalseAlarms, StayBelowTheRateOfTheFile) {
  for (const Noise noise : {normal, heavy_tailed, with_outliers})
    for (const bool with_baseline : {false, true})
      EXPECT_LE(error_rate(noise, Conformity::falls_short, with_baseline), stated_rate);
}

TEST(FalseAlarms, OccurAtTheLimit) {
  EXPECT_GE(error_rate(normal, Conformity::falls_short, false), stated_rate / 10);
}

/// The file as a whole is passed by mistake no more often than one line that is not met.
TEST(FalsePasses, StayBelowTheRateForTheLineThatIsNotMet) {
  const auto requirements = requirements_of({{.demand = allreduce(1, "10 us")}}, stated_rate);
  for (const Noise noise : {normal, heavy_tailed}) {
    std::mt19937_64 random(1);
    int passes = 0;
    for (int run = 0; run < 10 * runs; ++run)
      passes += exit_status(judge(requirements,
                                  measured(looks_max, 10, [&] { return noise(random); }))) == 0;
    EXPECT_LE(passes, stated_rate * 10 * runs);
    EXPECT_GE(passes, stated_rate * runs);
  }
}

/// Launches that differ by half a percent, compared with ten of an earlier day.
struct Monday {
  explicit Monday(unsigned seed) : random(seed) {}
  double operator()() { return std::normal_distribution(0.0, 0.005)(random); }
  std::mt19937_64 random;
};

TEST(Power, FindsWhatIsFivePercentSlowerAndPassesWhatIsNot) {
  const auto requirements = many_lines("102.5 % of baseline", 0.01);
  int found = 0, passed = 0;
  for (unsigned run = 0; run < 100; ++run) {
    Monday noise(run);
    const auto baseline = measured(10, 10, noise);
    auto results = measured(looks_max, 10, noise);
    passed += exit_status(judge(requirements, results, &baseline)) == 0;
    for (auto& figure : results.figures)
      if (figure.of.bytes == 8) figure.samples[0] *= 1.05;
    const auto judgements = judge(requirements, results, &baseline);
    found += judgements[7].conformity == Conformity::falls_short;
  }
  EXPECT_GE(found, 95);
  EXPECT_GE(passed, 95);
}

TEST(Power, EndsEarlyWhereTheCaseIsClear) {
  Monday noise(1);
  const auto judgements = judge(many_lines("20 us", 0.01), measured(3, 10, noise));
  EXPECT_TRUE(decided(judgements));
  EXPECT_EQ(exit_status(judgements), 0);
  for (const auto& judgement : judgements) EXPECT_LE(judgement.places[0].launches, 3);
}

TEST(Power, AnAnswerStandsWhateverLaterLaunchesShow) {
  Monday noise(1);
  auto results = measured(4, 10, noise);
  const auto requirements = many_lines("20 us", 0.01);
  const auto before = judge(requirements, results);
  add_launches(results, 4, 40, noise);
  const auto after = judge(requirements, results);
  ASSERT_EQ(before[0].conformity, Conformity::holds);
  EXPECT_EQ(after[0].conformity, Conformity::holds);
  EXPECT_EQ(after[0].places[0].high, before[0].places[0].high);
}

TEST(CannotTell, PredictsLaunchesThatSufficeInMostRuns) {
  const auto requirements = requirements_of({{.demand = allreduce(1, "10.2 us")}});
  int asked = 0, sufficed = 0;
  for (unsigned run = 0; run < 200; ++run) {
    std::mt19937_64 random(run);
    std::normal_distribution noise(0.0, 0.01);
    const auto draw = [&] { return noise(random); };
    auto results = measured(4, 10, draw);
    const auto judgements = judge(requirements, results);
    if (decided(judgements)) continue;
    ++asked;
    ASSERT_GT(launches_needed(judgements), 4);
    add_launches(results, launches_needed(judgements) - 4, 10, draw);
    sufficed += decided(judge(requirements, results));
  }
  EXPECT_GE(asked, 50);
  EXPECT_GE(sufficed, 0.6 * asked) << "of " << asked;
}

TEST(CannotTell, IsAllThatOneLaunchSays) {
  Monday noise(1);
  const auto judgements = judge(many_lines("20 us", 0.01), measured(1, 10, noise));
  EXPECT_EQ(exit_status(judgements), 3);
  EXPECT_EQ(launches_needed(judgements), 2);
  EXPECT_EQ(judgements[0].places[0].high, std::numeric_limits<double>::infinity());
}

TEST(SharedSpread, LetsOneLaunchTell) {
  Monday noise(1);
  auto requirements = many_lines("110 % of baseline", 0.01);
  requirements.shared_spread = true;
  const auto baseline = measured(10, 10, noise);
  EXPECT_EQ(exit_status(judge(requirements, measured(1, 10, noise), &baseline)), 0);
  EXPECT_EQ(exit_status(judge(requirements, measured(1, 13, noise), &baseline)), 1);
}

/// Eight nodes, measured in some launches that differ by far more than the nodes do.
TEST(Verdict, NamesTheHostThatTheLastLaunchLost) {
  const auto requirements = many_lines("25 us", 0.01);
  AcceptanceResults results{.launches = 1, .lost = {{"n3", "ended", 1, 2.5}}};
  auto judgements = judge(requirements, results);
  ASSERT_EQ(judgements.size(), 1u + lines);
  EXPECT_EQ(judgements[0].places.at(0).place, "n3");
  EXPECT_EQ(judgements[0].places.at(0).reason, "ended 2.5 s after launch 1 began");
  EXPECT_EQ(judgements[1].conformity, Conformity::cannot_tell);
  EXPECT_EQ(exit_status(judgements), 1);

  // What launches before it told stands.
  results = measured(5, 20, [] { return 0.0; });
  results.lost = {{"n3", "does not answer", 5, 2.5}};
  judgements = judge(requirements, results);
  EXPECT_EQ(judgements[0].conformity, Conformity::falls_short);
  EXPECT_EQ(judgements[1].conformity, Conformity::holds);
}

AcceptanceResults eight_nodes(int launches, double ratio_of_n3) {
  Monday noise(1);
  std::normal_distribution launch_noise(0.0, 0.2);
  AcceptanceResults results{.launches = launches};
  for (int launch = 1; launch <= launches; ++launch) {
    const double of_launch = launch_noise(noise.random);
    for (int node = 0; node < 8; ++node)
      results.figures.push_back(
          {.of = {.measure = "memory_bandwidth",
                  .hosts = {"n" + std::to_string(node)},
                  .unit = "GB/s"},
           .launch = launch,
           .samples = {(node == 3 ? ratio_of_n3 : 1) * std::exp(of_launch + noise())}});
  }
  return results;
}

const FigureRequirement node_bandwidth{.measure = "memory_bandwidth",
                                       .hosts = 1,
                                       .at_most = false,
                                       .limit = *parsed_limit("95 % of median node")};

TEST(Nodes, AreComparedWithinEachLaunch) {
  const auto requirements = requirements_of({{.demand = node_bandwidth}});
  EXPECT_EQ(exit_status(judge(requirements, eight_nodes(8, 1))), 0);
  const auto judgements = judge(requirements, eight_nodes(8, 0.85));
  EXPECT_EQ(exit_status(judgements), 1);
  const auto failed = failed_places(judgements);
  ASSERT_EQ(failed.size(), 1u);
  EXPECT_EQ(failed[0].place, "n3");
  EXPECT_NEAR(judgements[0].places[3].value, 85, 2);
  EXPECT_LT(judgements[0].places[3].high, 95);
}

TEST(Nodes, TellSoonerIfTheyAreTakenToScatterAlike) {
  auto requirements = requirements_of({{.demand = node_bandwidth}});
  EXPECT_EQ(exit_status(judge(requirements, eight_nodes(3, 0.85))), 3);
  requirements.shared_spread = true;
  EXPECT_EQ(exit_status(judge(requirements, eight_nodes(3, 0.85))), 1);
}

TEST(Nodes, CannotBeToldWithoutAFigureInTheBaseline) {
  auto baseline = eight_nodes(8, 1);
  std::erase_if(baseline.figures,
                [](const Figure& figure) { return figure.of.hosts.front() == "n5"; });
  auto bandwidth = node_bandwidth;
  bandwidth.limit = *parsed_limit("50 % of baseline");
  const auto judgements =
      judge(requirements_of({{.demand = bandwidth}}), eight_nodes(8, 1), &baseline);
  EXPECT_EQ(exit_status(judgements), 3);
  EXPECT_EQ(judgements[0].places[5].reason, "the baseline has no such figure");
  EXPECT_NEAR(judgements[0].places[4].value, 100, 1);
}

TEST(Facts, NameTheOddHostsWithTheFirstReason) {
  AcceptanceResults results{.launches = 2};
  for (const char* host : {"a", "b", "c"})
    for (const char* fact : {"governor", "kernel"})
      results.facts.push_back({host, fact, host[0] == 'b' ? "other" : "usual", 2});
  results.facts.push_back({"d", "kernel", "usual", 1});  // gone in the last launch
  const auto failed =
      failed_places(judge(requirements_of({{.demand = SameFactRequirement{"kernel"}},
                                           {.demand = SameFactRequirement{"*"}}}),
                          results));
  ASSERT_EQ(failed.size(), 1u);
  EXPECT_EQ(failed[0].place, "b");
  EXPECT_EQ(failed[0].reason, "kernel is other, elsewhere usual");
  EXPECT_EQ(failed[0].line, 1);
}

TEST(SlowPlaces, CountWhereTheyAreNamedWithReason) {
  auto results = eight_nodes(1, 1);
  const auto requirements = requirements_of({{.demand = SlowPlacesRequirement{0}}});
  EXPECT_EQ(exit_status(judge(requirements, results)), 0);
  results.findings.push_back(
      {.kind = "link", .hosts = {"n1", "n2"}, .measure = "latency", .error_probability = 0.009});
  EXPECT_EQ(exit_status(judge(requirements, results)), 3);  // a look may spend 0.005
  results.findings[0].error_probability = 0.001;
  const auto judgements = judge(requirements, results);
  EXPECT_EQ(exit_status(judgements), 1);
  EXPECT_EQ(failed_places(judgements)[0].place, "n1 - n2");
  EXPECT_EQ(exit_status(judge(requirements_of({{.demand = SlowPlacesRequirement{1}}}), results)),
            0);
}

TEST(Proofs, MustAllBeRight) {
  AcceptanceResults results{.launches = 1, .proofs = {{"bcast", 20, 0}, {"scan", 20, 0}}};
  const auto requirements = requirements_of({{.demand = CorrectRequirement{}}});
  EXPECT_EQ(exit_status(judge(requirements, results)), 0);
  results.proofs.push_back({"scan", 20, 2, "tutti-case 1", 2});
  const auto judgements = judge(requirements, results);
  EXPECT_EQ(exit_status(judgements), 1);
  EXPECT_EQ(failed_places(judgements)[0].reason, "2 of 40 cases fail: tutti-case 1");
}

/// The error about requirements that the results cannot serve.
std::string complaint(Requirement requirement, const AcceptanceResults* baseline = nullptr) {
  try {
    judge(requirements_of({std::move(requirement)}), eight_nodes(2, 1), baseline);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "none";
}

TEST(Requirements, MustMatchWhatWasMeasured) {
  EXPECT_EQ(
      complaint({.demand = allreduce(8, "1 us")}),
      "f.toml:1: expected figures that the requirement matches; there are memory_bandwidth of "
      "each node in GB/s");
  auto bandwidth = node_bandwidth;
  bandwidth.limit = *parsed_limit("95 % of baseline");
  EXPECT_EQ(complaint({.demand = bandwidth}), "f.toml:1: expected a baseline to compare with");
  const AcceptanceResults nothing;
  EXPECT_EQ(complaint({.demand = bandwidth}, &nothing),
            "f.toml:1: expected figures in the baseline that it matches");
  EXPECT_EQ(complaint({.demand = SameFactRequirement{"kernel"}}),
            "f.toml:1: expected one of the facts in the results: there are none");
  EXPECT_EQ(complaint({.demand = CorrectRequirement{}}),
            "f.toml:1: expected collectives that were verified");
}

}  // namespace
}  // namespace tutti
