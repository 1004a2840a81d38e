/// Fetching first what the program uses first lets more of the computation overlap.
/// Source: T-NBC (section 5)
#include <fmt/format.h>

#include <cstdlib>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>

#include "microbench/claim/overlap_measurement.hpp"

namespace tutti {
namespace {

using namespace overlapping;

constexpr const char* accesses[]{"forward", "backward", "random"};  ///< in the order of Access
constexpr const char* priorities[]{"forward", "demand", "learned"};
constexpr const char* access_variable = "TUTTI_CLAIM_ACCESS";

/// Scenario b of the source's Table 1: computation that only uses the received data, in multiples
/// of the time of the collective alone.
constexpr double related = 350. / 268;
constexpr int rounds = 15, warm_up_rounds = 3;
constexpr double overlap_goal = 0.9, speedup_goal = 1.05;

Access access_of(std::string_view name) {
  return static_cast<Access>(std::ranges::find(accesses, name) - std::begin(accesses));
}

void sample(Subject& subject, const Exchange& world, Work& work, const std::string& name,
            NamedSamples& samples) {
  double comm_us = 0;
  const auto blocking = [&] { subject.call_blocking(); };
  for (int round = -warm_up_rounds; round < rounds; ++round) {
    subject.prepare(round);
    const double alone = time_round(subject, world, work, blocking, 0, 0).call;
    comm_us = world.share_value(round <= 0 ? alone : comm_us);
    const double related_us = related * comm_us;
    subject.prepare(round + 1);
    const auto apart = time_round(subject, world, work, blocking, 0, related_us);
    subject.prepare(round + 2);
    const auto together = time_round(
        subject, world, work, [&] { subject.call_overlapping(); }, 0, related_us);
    if (round < 0) continue;
    samples[name + "/comm"].push_back(alone);
    add_pair(apart, together, name, samples);
  }
}

/// Measures one access order per launch, since all calls of this program have the same call site.
nlohmann::json in_launch() {
  const char* const access = std::getenv(access_variable);
  const Exchange world(MPI_COMM_WORLD);
  Work work;
  NamedSamples samples;
  for (const char* protocol : baselines) {
    Subject subject(protocol, world, access_of(access ? access : accesses[0]));
    const auto name = collective_of(protocol);
    sample(subject, world, work, name, samples);
    samples[name + "/bytes"] = {subject.bytes()};
    samples[name + "/sub_messages"] = {subject.sub_messages()};
  }
  return samples;
}

/// Returns the time that can be saved in each round: that of formula (3), and at most that of all
/// sub-messages but the first.
std::vector<double> possible_us(const NamedSamples& samples, const std::string& collective) {
  const double sub_messages = samples.at(collective + "/sub_messages").front();
  auto possible = possible_overlap_us(samples, collective, collective);
  for (std::size_t i = 0; i < possible.size(); ++i)
    possible[i] = std::min(possible[i],
                           (sub_messages - 1) / sub_messages * samples.at(collective + "/comm")[i]);
  return possible;
}

using Launched = std::vector<NamedSamples>;

/// Returns the ratios of rounds in which the collective overlaps to those beside them in which it
/// does not: the speed of links and the load of cores differ between launches.
SamplesByLaunch times_over_blocking(const Launched& launched, const std::string& collective) {
  SamplesByLaunch result;
  for (const auto& samples : launched) {
    std::vector<double> ratios;
    std::ranges::transform(samples.at(collective + "/overlapping"),
                           samples.at(collective + "/blocking"), std::back_inserter(ratios),
                           std::divides{});
    result.push_back(ratios);
  }
  return result;
}

ClaimRow saved_row(const Launched& launched, const std::string& collective, std::string what,
                   double goal) {
  std::vector<double> saved;
  for (const auto& samples : launched)
    for (const double share : shares_saved(samples, collective, possible_us(samples, collective)))
      saved.push_back(share);
  const auto summary = summarize(saved);
  return {.what = std::move(what),
          .reference = "(m-1)/m of the communication at most",
          .measured = summary.median,
          .interval = summary.median_interval,
          .goal = goal};
}

/// Returns the samples by priority. Launches of the priorities take turns.
std::map<std::string, Launched> launch(const ClaimOptions& options, int ranks, const char* access) {
  std::map<std::string, Launched> launched;
  auto environment = always_overlapping();
  environment[access_variable] = access;
  for (int i = 0; i < options.launches; ++i)
    for (const char* priority : priorities) {
      environment["TUTTI_PRIORITY"] = priority;
      launched[priority].push_back(samples_of_launch("priorities", ranks, environment));
    }
  return launched;
}

void add_rows(const ClaimOptions& options, int ranks, const char* access,
              std::vector<ClaimRow>& rows) {
  const auto launched = launch(options, ranks, access);
  for (const char* protocol : baselines) {
    const auto collective = collective_of(protocol);
    const auto subject = fmt::format("{} ranks, {}, {} accesses", ranks, collective, access);
    for (const char* priority : priorities) {
      const bool learned = priority == std::string_view("learned");
      rows.push_back(
          saved_row(launched.at(priority), collective,
                    fmt::format("{}: overlap by {} priority over what m sub-messages allow",
                                subject, priority),
                    learned ? overlap_goal : 0));
    }
    const bool differs = access != std::string_view("forward");
    rows.push_back(row_of(subject + ": learned over fixed forward order", "",
                          speedup(times_over_blocking(launched.at("learned"), collective),
                                  times_over_blocking(launched.at("forward"), collective)),
                          differs ? speedup_goal : 0));
  }
}

std::vector<ClaimRow> measure(const ClaimOptions& options) {
  std::vector<ClaimRow> rows;
  for (const int ranks : options.ranks.empty() ? std::vector{2} : options.ranks)
    for (const char* access : accesses) add_rows(options, ranks, access, rows);
  return rows;
}

}  // namespace
}  // namespace tutti

CLAIM(priorities){tutti::measure, tutti::in_launch};
