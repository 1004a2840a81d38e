/// Blocking collectives overlap with the computation after them, in unmodified programs.
/// Source: T-NBC (formula (3), Table 1)
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "microbench/claim/overlap_measurement.hpp"
#include "microbench/claim/phases_row.hpp"

namespace tutti {
namespace {

using namespace overlapping;

/// The computation after a collective, in multiples of the time of the collective alone.
struct Scenario {
  const char* name;
  double unrelated, related;
  const char* reference;
};

/// The milliseconds of the source's Table 1, divided by the 268 ms of its collective.
constexpr Scenario scenarios[]{
    {"a", 445. / 268, 350. / 268, "204 of 208 ms"}, {"b", 0, 350. / 268, "206 of 208 ms"},
    {"c", 0, 175. / 268, "107 of 115 ms"},          {"d", 177. / 268, 350. / 268, "207 of 208 ms"},
    {"e", 177. / 268, 175. / 268, "204 of 208 ms"},
};
constexpr int rounds_max = 25, rounds_min = 9, warm_up_rounds = 3;
/// After this time only rounds up to the minimum are begun: over slow links a round takes many
/// seconds.
constexpr double enough_us = 60e6;
constexpr double overlap_goal = 0.95, init_goal = 0.20;

void sample(Subject& subject, const Exchange& world, Work& work, const std::string& name,
            NamedSamples& samples) {
  const auto blocking = [&] { subject.call_blocking(); };
  const auto overlapping = [&] { subject.call_overlapping(); };
  double comm_us = 0;
  const double begun_us = now_us();
  for (int round = -warm_up_rounds; round < rounds_max; ++round) {
    if (world.share_flag(round >= rounds_min && now_us() - begun_us > enough_us)) break;
    subject.prepare(round);
    const double alone = time_round(subject, world, work, blocking, 0, 0).call;
    comm_us = world.share_value(round <= 0 ? alone : comm_us);
    if (round >= 0) samples[name + "/comm"].push_back(alone);
    for (const auto& scenario : scenarios) {
      const double unrelated = scenario.unrelated * comm_us, related = scenario.related * comm_us;
      subject.prepare(round + 1);
      const auto apart = time_round(subject, world, work, blocking, unrelated, related);
      subject.prepare(round + 2);
      const auto together = time_round(subject, world, work, overlapping, unrelated, related);
      if (round < 0) continue;
      add_pair(apart, together, fmt::format("{}/{}", name, scenario.name), samples);
    }
  }
}

nlohmann::json in_launch() {
  const Exchange world(MPI_COMM_WORLD);
  Work work;
  NamedSamples samples;
  for (const char* protocol : baselines) {
    Subject subject(protocol, world);
    const auto name = collective_of(protocol);
    sample(subject, world, work, name, samples);
    samples[name + "/bytes"] = {subject.bytes()};
  }
  return samples;
}

/// Appends the phases of both ways, from the call on. Computation includes the time for which an
/// overlapping call's data are still waited for.
void append_phases(const NamedSamples& samples, const std::string& collective,
                   const std::string& scenario, ResultFile& out) {
  const auto seconds = [&](const std::string& name) {
    return summarize(samples.at(collective + "/" + name)).median * 1e-6;
  };
  const double unrelated = seconds(scenario + "/unrelated"), init = seconds(scenario + "/init");
  const double apart = seconds(scenario + "/blocking"),
               together = seconds(scenario + "/overlapping");
  const auto place = fmt::format("{}, scenario {}", collective, scenario);
  const auto append = [&](const char* way, double all, double call) {
    out.append(phases_row("overlap", place, way,
                          {{"collective", call},
                           {"computation that needs no data", unrelated},
                           {"computation that needs them", all - call - unrelated}}));
  };
  append("blocking", apart, seconds("comm"));
  append("overlap", together, init);
}

void add_rows(const NamedSamples& samples, const std::string& collective, int ranks,
              std::vector<ClaimRow>& rows) {
  const double comm_us = summarize(samples.at(collective + "/comm")).median;
  std::vector<double> inits;
  for (const auto& scenario : scenarios) {
    const auto row = collective + "/" + scenario.name;
    const auto possible = possible_overlap_us(samples, collective, row);
    const auto summary = summarize(shares_saved(samples, row, possible));
    rows.push_back(
        {.what = fmt::format("{} ranks, {}, scenario {}, {:.0f} us: overlap over formula (3)",
                             ranks, collective, scenario.name, summarize(possible).median),
         .reference = scenario.reference,
         .measured = summary.median,
         .interval = summary.median_interval,
         .goal = overlap_goal});
    for (const double init : samples.at(row + "/init")) inits.push_back(init / comm_us);
  }
  const auto init = summarize(inits);
  rows.push_back({.what = fmt::format("{} ranks, {}, {:.0f} us: T_init over T_comm", ranks,
                                      collective, comm_us),
                  .reference = "0.22",
                  .measured = init.median,
                  .interval = init.median_interval,
                  .goal = init_goal,
                  .bound = Bound::at_most});
}

/// Returns the rounds of several launches, one after the other: the machine differs from launch to
/// launch.
NamedSamples rounds_of_launches(int count, int ranks) {
  NamedSamples all;
  for (int i = 0; i < count; ++i)
    for (const auto& [name, samples] : samples_of_launch("overlap", ranks, always_overlapping()))
      std::ranges::copy(samples, std::back_inserter(all[name]));
  return all;
}

std::vector<ClaimRow> measure(const ClaimOptions& options) {
  std::vector<ClaimRow> rows;
  for (const int ranks : options.ranks.empty() ? std::vector{2} : options.ranks) {
    const auto samples = rounds_of_launches(options.launches, ranks);
    for (const char* protocol : baselines) {
      add_rows(samples, collective_of(protocol), ranks, rows);
      if (!options.out) continue;
      for (const auto& scenario : scenarios)
        append_phases(samples, collective_of(protocol), scenario.name, *options.out);
    }
  }
  return rows;
}

}  // namespace
}  // namespace tutti

CLAIM(overlap){tutti::measure, tutti::in_launch};
