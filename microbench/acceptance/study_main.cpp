#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "contract/error.hpp"
#include "harness/accept/mpi_pair_meter.hpp"
#include "harness/accept/search/slow_search.hpp"
#include "harness/cli/command_line.hpp"
#include "harness/measure/clock.hpp"
#include "harness/platform/json.hpp"
#include "harness/platform/launch.hpp"
#include "harness/results/statistics.hpp"
#include "microbench/acceptance/other_rules.hpp"
#include "microbench/acceptance/simulated_pairs.hpp"

namespace tutti {
namespace {

/// Recorded noise and the median cost in microseconds, by measure.
struct Recording {
  RecordedNoise noise;
  double usual_us = 0;
};
using Recordings = std::map<std::string, Recording>;

struct RecordOptions {
  int passes = 40;
  std::string out;
};

/// Replaces costs by the logarithms of their ratios to the median of the same pair.
std::vector<double> deviations(const std::vector<PairRound>& rounds,
                               const std::vector<std::vector<double>>& costs) {
  std::map<NodePair, std::vector<double>> of_pair;
  for (std::size_t i = 0; i < rounds.size(); ++i) of_pair[rounds[i][0]].push_back(costs[i][0]);
  std::vector<double> result;
  for (std::size_t i = 0; i < rounds.size(); ++i)
    result.push_back(std::log(costs[i][0] / median(of_pair[rounds[i][0]])));
  return result;
}

nlohmann::json record(PairMeter& meter, int passes) {
  std::mt19937_64 random(1);
  std::vector<PairRound> rounds;
  for (int pass = 0; pass < passes; ++pass)
    for (const auto& round : one_by_one(all_pairs(meter.nodes(), random))) rounds.push_back(round);
  const auto costs = meter.measure(rounds);
  auto noise = deviations(rounds, costs);
  for (auto& value : noise) value = std::round(value * 1e4) / 1e4;
  std::vector<double> all;
  for (const auto& round : costs) all.push_back(round[0]);
  return {{"noise", noise}, {"usual_us", median(std::move(all))}};
}

/// Records the noise of this cluster. To be started on at least four nodes, a rank each.
int record_noise(const RecordOptions& options) {
  const MpiSession session;
  const Exchange world(MPI_COMM_WORLD);
  const auto layout = node_layout(world);
  if (layout.nodes() < 4)
    throw CannotRun(fmt::format("expected at least four nodes, found {}", layout.nodes()));
  auto result = nlohmann::json::object();
  for (const auto& test : {latency_test(), bandwidth_test(1)}) {
    MpiPairMeter meter(world, layout, test);
    if (world.rank() != 0) {
      meter.follow();
      continue;
    }
    result[test.measure] = record(meter, options.passes);
    meter.stop();
  }
  world.run_at_rank_0([&] {
    std::ofstream file(options.out);
    file << result.dump() << '\n';
    if (!file.flush()) throw UsageError("--out: cannot write " + options.out);
  });
  return 0;
}

Recordings read_recordings(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  const auto json = parsed_json(text.str());
  Recordings recordings;
  try {
    for (const auto* measure : {"latency", "bandwidth"})
      recordings[measure] = {json.at(measure).at("noise"), json.at(measure).at("usual_us")};
  } catch (const nlohmann::json::exception&) {
    throw UsageError(path + ": expected noise that `tutti-acceptance-study record` wrote");
  }
  return recordings;
}

struct StudyOptions {
  std::string noise;
  std::vector<int> nodes = {32, 128};
  int seeds = 200;
  int partners = 0;
  bool json = false;
};

using Faults = std::vector<InjectedFault>;

/// Draws different nodes.
std::vector<int> draw_nodes(std::size_t number, int nodes, std::mt19937_64& random) {
  std::vector<int> drawn;
  while (drawn.size() < number) {
    const int node = std::uniform_int_distribution(0, nodes - 1)(random);
    if (std::ranges::find(drawn, node) == drawn.end()) drawn.push_back(node);
  }
  return drawn;
}

/// Returns one of three faults, of a node or of the link to the other one.
InjectedFault fault(int which, int node, int other) {
  const auto link = pair_of(node, other);
  if (which == 0) return {{SlowKind::link, link.a, link.b}, "bandwidth", 1 / 0.9};
  if (which == 1) return {{SlowKind::node, node}, "bandwidth", 1 / 0.9};
  return {{SlowKind::link, link.a, link.b}, "latency", 2};
}

struct Scenario {
  const char* name;
  std::function<Faults(int nodes, std::mt19937_64&)> draw;
};

std::vector<Scenario> scenarios() {
  const auto one = [](int which) {
    return [which](int nodes, std::mt19937_64& random) {
      const auto drawn = draw_nodes(2, nodes, random);
      return Faults{fault(which, drawn[0], drawn[1])};
    };
  };
  const auto two = [](int nodes, std::mt19937_64& random) {
    const int first = std::uniform_int_distribution(0, 2)(random);
    const int second = (first + std::uniform_int_distribution(1, 2)(random)) % 3;
    // Of different nodes: a slow link of a node that is as slow cannot be seen.
    const auto drawn = draw_nodes(4, nodes, random);
    return Faults{fault(first, drawn[0], drawn[1]), fault(second, drawn[2], drawn[3])};
  };
  return {{"one link at 90 % bandwidth", one(0)},
          {"one node at 90 % bandwidth", one(1)},
          {"one link with twice the latency", one(2)},
          {"two of these", two},
          {"none", [](int, std::mt19937_64&) { return Faults{}; }}};
}

/// What a rule named on one simulated cluster, by measure, and what it measured for that.
struct Named {
  std::map<std::string, std::set<Suspect>> parts;
  double messages = 0, seconds = 0;
};

using Rule =
    std::function<std::set<Suspect>(PairMeter&, const std::string& measure, std::uint64_t seed)>;

Named apply(const Rule& rule, const Faults& faults, int nodes, const Recordings& recordings,
            std::uint64_t seed) {
  Named named;
  for (const auto& test : {latency_test(), bandwidth_test(1)}) {
    const auto& recording = recordings.at(test.measure);
    SimulatedPairs meter(nodes, test.measure, faults, recording.noise, seed);
    named.parts[test.measure] = rule(meter, test.measure, seed);
    const double repetitions = test.repetitions + 2;  // with those that warm up
    named.messages += 2 * repetitions * static_cast<double>(meter.measured_pairs());
    named.seconds +=
        repetitions * static_cast<double>(meter.measured_rounds()) * recording.usual_us * 2 / 1e6;
  }
  return named;
}

bool is_right(const Named& named, const Faults& faults) {
  for (const auto& [measure, parts] : named.parts) {
    std::set<Suspect> expected;
    for (const auto& fault : faults)
      if (fault.measure == measure) expected.insert(fault.part);
    if (parts != expected) return false;
  }
  return true;
}

std::vector<std::pair<const char*, Rule>> rules(const StudyOptions& options) {
  const auto ours = [&options](PairMeter& meter, const std::string& measure, std::uint64_t seed) {
    auto goal = search_goal(measure);
    goal.searches = 2;
    const auto result =
        search_slow(meter, {}, {.goal = goal, .partners = options.partners, .seed = seed});
    std::set<Suspect> named;
    for (const auto& examined : result.named) named.insert(examined.suspect);
    return named;
  };
  const auto clusterkit = [](PairMeter& meter, const std::string& measure, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    return clusterkit_rule(meter, measure == "latency" ? 2.1 : 1 / 0.93, random);
  };
  const auto threshold = [](PairMeter& meter, const std::string& measure, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    return threshold_rule(meter, measure == "latency" ? 1.5 : 1.05, random);
  };
  return {{"tutti", ours}, {"ClusterKit", clusterkit}, {"threshold", threshold}};
}

int study(const StudyOptions& options) {
  const auto recordings = read_recordings(options.noise);
  auto rows = nlohmann::json::array();
  if (!options.json)
    fmt::print("{:<34} {:>5} {:<11} {:>6} {:>8} {:>14} {:>10}\n", "fault", "nodes", "rule", "right",
               "of runs", "messages", "seconds");
  for (const int nodes : options.nodes)
    for (const auto& scenario : scenarios())
      for (const auto& [rule_name, rule] : rules(options)) {
        int right = 0;
        double messages = 0, seconds = 0;
        for (int i = 1; i <= options.seeds; ++i) {
          const auto seed = static_cast<std::uint64_t>(i);
          std::mt19937_64 random(seed);
          const auto faults = scenario.draw(nodes, random);
          const auto named = apply(rule, faults, nodes, recordings, seed);
          right += is_right(named, faults);
          messages += named.messages / options.seeds;
          seconds += named.seconds / options.seeds;
        }
        if (options.json)
          rows.push_back({{"fault", scenario.name},
                          {"nodes", nodes},
                          {"rule", rule_name},
                          {"right", right},
                          {"runs", options.seeds},
                          {"messages", messages},
                          {"seconds", seconds}});
        else
          fmt::print("{:<34} {:>5} {:<11} {:>6} {:>8} {:>14.0f} {:>10.2f}\n", scenario.name, nodes,
                     rule_name, right, options.seeds, messages, seconds);
        std::fflush(stdout);
      }
  if (options.json) fmt::print("{}\n", rows.dump(2));
  return 0;
}

std::function<int()> declare_record(Command& command) {
  const auto options = std::make_shared<RecordOptions>();
  command.add_option("--passes", options->passes, "Over all pairs of nodes")
      .positive()
      .shows_default();
  command.add_option("--out", options->out, "Write the noise to this file").required();
  return [options] { return record_noise(*options); };
}

std::function<int()> declare_run(Command& command) {
  const auto options = std::make_shared<StudyOptions>();
  command.add_option("--noise", options->noise, "File that `record` wrote").required();
  command.add_option("--nodes", options->nodes, "Of the simulated clusters").comma_separated();
  command.add_option("--seeds", options->seeds, "Simulated clusters for each row")
      .positive()
      .shows_default();
  command
      .add_option("--partners", options->partners,
                  "Measure a sample of so many pairs of each node; 0: all pairs")
      .shows_default();
  command.add_flag("--json", options->json, "Print the table as JSON");
  return [options] { return study(*options); };
}

}  // namespace
}  // namespace tutti

int main(int argc, char** argv) {
  tutti::Program program("tutti-acceptance-study",
                         "Simulates clusters with slow nodes and links, and counts how often the "
                         "search of `tutti accept`, and other rules, name them.");
  program.add_verb("record", "Records the noise of a cluster without faults.", false,
                   tutti::declare_record);
  program.add_verb("run", "Counts right names on simulated clusters with recorded noise.", false,
                   tutti::declare_run);
  return program.run([&] {
    program.parse(argc, argv);
    return program.run_verb();
  });
}
