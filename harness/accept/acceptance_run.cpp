#include "harness/accept/acceptance_run.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "contract/error.hpp"
#include "contract/host_info.hpp"
#include "contract/mpi_error.hpp"
#include "contract/mpi_handle.hpp"
#include "harness/accept/congestion.hpp"
#include "harness/accept/host_facts.hpp"
#include "harness/accept/journaled_meters.hpp"
#include "harness/accept/mpi_node_meter.hpp"
#include "harness/accept/mpi_pair_meter.hpp"
#include "harness/accept/slow_search.hpp"
#include "harness/accept/switch_topology.hpp"
#include "harness/measure/campaign.hpp"
#include "harness/measure/launch_description.hpp"
#include "harness/measure/measurement_points.hpp"

namespace tutti {
namespace {

constexpr int nodes_to_compare_pairs = 4, nodes_to_compare = 3;

/// Returns a communicator of the ranks for which `member` is true, in their order; none at others.
Communicator part_of(const Exchange& world, bool member) {
  MPI_Comm comm = MPI_COMM_NULL;
  check(PMPI_Comm_split(world.comm(), member ? 0 : MPI_UNDEFINED, world.rank(), &comm));
  return Communicator(comm);
}

class AcceptanceRun {
 public:
  explicit AcceptanceRun(const AcceptanceOptions& options)
      : options_(options),
        suite_(suite_named(options.suite)),
        world_(MPI_COMM_WORLD),
        layout_(node_layout(world_)),
        shares_cores_(nodes_share_a_machine()),
        timing_(on_one_clock(world_) ? Timing::clock : Timing::round_time),
        header_(describe_launch(world_, "accept", 1, options.command_line)) {
    world_.run_at_rank_0([&] {
      if (!options.topology.empty())
        topology_ = read_switch_topology(options.topology, layout_.names);
      file_ = std::make_unique<AcceptanceFile>(options.out);
      file_->begin(header_, options.suite, layout_.names);
    });
    launch_ = static_cast<int>(world_.share_value(is_recorder() ? file_->launch() : 0));
    say("launch {} of suite {}: {} nodes, {} ranks{}", launch_, suite_.name, layout_.nodes(),
        world_.ranks(), is_recorder() && file_->continues() ? ", continued" : "");
  }

  void measure() {
    stage("drift", [&] { return compare_hosts(); });
    stage("correct", [&] { return prove_collectives(); });
    stage("nodes", [&] { return search_nodes(); });
    stage("pairs", [&] { return search_pairs(); });
    stage("collectives", [&] { return time_collectives(); });
    if (layout_.nodes() >= nodes_to_compare_pairs) stage("load", [&] { return time_under_load(); });
    if (is_recorder()) file_->finish_stage(last_stage, (now_us() - begin_us_) / 1e6);
  }

 private:
  bool is_recorder() const { return world_.rank() == 0; }

  template <class... Arguments>
  void say(fmt::format_string<Arguments...> text, Arguments&&... arguments) const {
    if (!is_recorder()) return;
    fmt::print("{}\n", fmt::format(text, std::forward<Arguments>(arguments)...));
    std::fflush(stdout);
  }

  /// Runs the stage, unless it was finished before; the action returns a line about its result.
  template <class Action>
  void stage(const std::string& name, Action action) {
    if (world_.share_flag(is_recorder() && file_->has_finished(name)))
      return say("{:<12} was finished before", name);
    const double begin = now_us();
    if (is_recorder()) file_->begin_stage(name);
    const std::string result = action();
    const double seconds = (now_us() - begin) / 1e6;
    if (is_recorder()) file_->finish_stage(name, seconds);
    say("{:<12} {:>6.1f} s  {}", name, seconds, result);
  }

  bool nodes_share_a_machine() const {
    const auto machines = world_.collect(machine_id());
    std::vector<std::string> of_nodes;
    for (const auto& ranks : layout_.ranks)
      if (!machines.empty()) of_nodes.push_back(machines[static_cast<std::size_t>(ranks.front())]);
    std::ranges::sort(of_nodes);
    return world_.share_flag(std::ranges::adjacent_find(of_nodes) != of_nodes.end());
  }

  bool is_first_of_node() const {
    const int node = layout_.node_of[static_cast<std::size_t>(world_.rank())];
    return layout_.ranks[static_cast<std::size_t>(node)].front() == world_.rank();
  }

  std::string compare_hosts() {
    std::string lines;
    if (is_first_of_node())
      for (const auto& [fact, value] : facts_of_this_host()) lines += fact + '\t' + value + '\n';
    const auto by_rank = world_.collect(lines);
    std::map<std::string, std::set<std::string>> values;
    for (std::size_t rank = 0; rank < by_rank.size(); ++rank) {
      std::istringstream facts(by_rank[rank]);
      for (std::string line; std::getline(facts, line);) {
        const auto tab = line.find('\t');
        const HostFact fact{.host = layout_.names[static_cast<std::size_t>(layout_.node_of[rank])],
                            .fact = line.substr(0, tab),
                            .value = line.substr(tab + 1),
                            .launch = launch_};
        values[fact.fact].insert(fact.value);
        file_->append(fact);
      }
    }
    std::string differing;
    for (const auto& [fact, found] : values)
      if (found.size() > 1) differing += (differing.empty() ? "" : ", ") + fact;
    return differing.empty() ? "hosts do not differ" : "hosts differ in " + differing;
  }

  /// Checks the collectives of the suite on all ranks, at its sizes and at some that few programs
  /// were tested with.
  std::string prove_collectives() {
    constexpr std::int64_t odd_sizes[]{8, 1000, 65544};
    const auto subject = find_subject("mpi");
    Resources resources;
    int cases = 0;
    std::string wrong;
    for (const auto& collective : suite_.collectives) {
      const std::string title(name(collective.collective));
      if (world_.share_flag(is_recorder() && file_->has_proof(title))) continue;
      CollectiveProof proof{.collective = title, .launch = launch_};
      auto sizes = collective.bytes;
      sizes.insert(sizes.end(), std::begin(odd_sizes), std::end(odd_sizes));
      for (const auto bytes : sizes_for(collective.collective, sizes)) {
        SubjectRun run(*subject, {collective.collective, world_.ranks(), bytes}, resources, world_);
        ++proof.cases;
        if (run.prove(true).complaint.empty()) continue;
        if (++proof.failures == 1) proof.failing_case = run.case_line();
      }
      cases += proof.cases;
      if (proof.failures > 0) wrong += " " + title;
      if (is_recorder()) file_->append(proof);
    }
    return wrong.empty() ? fmt::format("{} cases, all right", cases) : "WRONG:" + wrong;
  }

  /// Returns the result of a search at rank 0, in whose meter the others take part.
  template <class Meter, class Search>
  void with_meter(Meter& meter, Search search) {
    if (!is_recorder()) return meter.follow();
    search();
    meter.stop();
  }

  Finding finding(const TrialResult& trials) const {
    return {.launch = launch_,
            .ratio = 1 / (1 + trials.excess),
            .low = 1 / (1 + trials.excess_interval.high),
            .high = 1 / (1 + trials.excess_interval.low),
            .error_probability = trials.error_probability};
  }

  void record(const Finding& found, std::string& summary) {
    file_->append(found);
    summary += fmt::format("{}{} {}: {} {:.2f} of what is expected", summary.empty() ? "" : "; ",
                           found.kind, fmt::join(found.hosts, " - "), found.measure, found.ratio);
  }

  std::string search_nodes() {
    std::string summary;
    for (const auto probe : {NodeProbe::memory_bandwidth, NodeProbe::stolen_time}) {
      const bool memory = probe == NodeProbe::memory_bandwidth;
      const std::string measure = memory ? "memory_bandwidth" : "slowdown";
      const int on_one_machine = memory ? 1 : std::max(1, cores_of_launch() / 2);
      MpiNodeMeter meter(world_, layout_, probe, shares_cores_ ? on_one_machine : layout_.nodes());
      with_meter(meter, [&] {
        JournaledNodeMeter journaled(meter, *file_, measure);
        SearchGoal goal{.false_names = 0.005, .trials_max = suite_.trials_max};
        goal.smallest = memory ? 0.2 : 0.05;
        goal.margin = memory ? 0.1 : 0.02;
        NodeSearchResult result;
        if (layout_.nodes() >= nodes_to_compare)
          result = search_slow_nodes(journaled, goal, seed());
        else
          for (int node = 0; node < layout_.nodes(); ++node)
            result.costs.push_back(journaled.measure({node}));
        for (std::size_t node = 0; node < result.costs.size(); ++node) {
          Figure figure{
              .of = {.measure = measure,
                     .hosts = {layout_.names[node]},
                     .ranks = memory ? static_cast<int>(layout_.ranks[node].size()) : 1,
                     .ranks_per_node = memory ? static_cast<int>(layout_.ranks[node].size()) : 1,
                     .unit = memory ? "GB/s" : "1"},
              .launch = launch_};
          for (const double cost : result.costs[node])
            figure.samples.push_back(memory ? 1 / cost : cost);
          if (!file_->has(figure.of)) file_->append(figure);
        }
        for (const auto& named : result.named) {
          auto found = finding(named.trials);
          found.kind = "node";
          found.hosts = {layout_.names[static_cast<std::size_t>(named.node)]};
          found.measure = measure;
          record(found, summary);
        }
      });
    }
    return summary.empty() ? "no slow node" : summary;
  }

  std::vector<std::string> hosts_of(const Suspect& suspect) const {
    const auto node_name = [&](int node) { return layout_.names[static_cast<std::size_t>(node)]; };
    if (suspect.kind == SlowKind::node) return {node_name(suspect.number)};
    if (suspect.kind == SlowKind::link)
      return {node_name(suspect.number), node_name(suspect.other)};
    std::vector<std::string> hosts;
    for (int node = 0; node < layout_.nodes(); ++node)
      if (topology_.groups[static_cast<std::size_t>(node)] == suspect.number)
        hosts.push_back(node_name(node));
    return hosts;
  }

  void record_pairs(const PairTest& test, const std::vector<PairCost>& costs) {
    const bool latency = test.measure == "latency";
    for (const auto& [pair, log_cost] : costs) {
      const double us = std::exp(log_cost);
      const Figure figure{
          .of = {.measure = test.measure,
                 .hosts = {layout_.names[static_cast<std::size_t>(pair.a)],
                           layout_.names[static_cast<std::size_t>(pair.b)]},
                 .bytes = test.bytes,
                 .ranks = 2 * test.ranks_per_node,
                 .ranks_per_node = test.ranks_per_node,
                 .unit = latency ? "us" : "GB/s"},
          .launch = launch_,
          .samples = {latency ? us
                              : static_cast<double>(test.bytes) * test.ranks_per_node / us / 1e3}};
      if (!file_->has(figure.of)) file_->append(figure);
    }
  }

  std::string search_pairs() {
    if (layout_.nodes() < 2) return "one node: no pairs";
    std::vector<PairTest> tests{latency_test(), bandwidth_test(1)};
    if (layout_.ranks_per_node() > 1) tests.push_back(bandwidth_test(layout_.ranks_per_node()));
    std::string summary;
    for (const auto& test : tests) {
      MpiPairMeter meter(world_, layout_, test);
      with_meter(meter, [&] {
        JournaledPairMeter journaled(meter, *file_,
                                     fmt::format("{} {}", test.measure, test.ranks_per_node));
        record_search(test, journaled, summary);
      });
    }
    if (layout_.nodes() < nodes_to_compare_pairs)
      return "fewer than four nodes: nothing to compare a pair with";
    return summary.empty() ? "no slow node, link or group" : summary;
  }

  void record_search(const PairTest& test, PairMeter& meter, std::string& summary) {
    if (layout_.nodes() < nodes_to_compare_pairs) {
      std::mt19937_64 random(seed());
      const auto rounds = all_pairs(layout_.nodes(), random);
      const auto costs = meter.measure(rounds);
      std::vector<PairCost> pairs;
      for (std::size_t i = 0; i < rounds.size(); ++i)
        for (std::size_t j = 0; j < rounds[i].size(); ++j)
          pairs.push_back({rounds[i][j], std::log(costs[i][j])});
      return record_pairs(test, pairs);
    }
    auto goal = search_goal(test.measure);
    goal.trials_max = suite_.trials_max;
    const auto result = search_slow(meter, topology_.groups,
                                    {.goal = goal,
                                     .one_at_a_time = shares_cores_,
                                     .partners = options_.partners,
                                     .seed = seed()});
    record_pairs(test, result.costs);
    for (const auto& named : result.named) {
      auto found = finding(named.trials);
      found.kind = name(named.suspect.kind);
      found.hosts = hosts_of(named.suspect);
      found.measure = test.measure;
      record(found, summary);
    }
    for (const auto& open : result.undecided)
      say("             undecided after {} trials: {} {}, {}", open.trials.trials,
          name(open.suspect.kind), fmt::join(hosts_of(open.suspect), " - "), test.measure);
  }

  /// Returns whether this rank is among those.
  bool is_among(RanksOfSuite ranks) const {
    if (ranks == RanksOfSuite::one_per_node) return is_first_of_node();
    return ranks == RanksOfSuite::all || world_.rank() < (world_.ranks() - 1) / 2 * 2 + 1;
  }

  int number_of(RanksOfSuite ranks) const {
    if (ranks == RanksOfSuite::one_per_node) return layout_.nodes();
    return ranks == RanksOfSuite::all ? world_.ranks() : (world_.ranks() - 1) / 2 * 2 + 1;
  }

  Measurand measurand(const Point& point, RanksOfSuite ranks, const std::string& load) const {
    return {.measure = std::string(name(point.collective)),
            .bytes = point.bytes,
            .ranks = point.ranks,
            .ranks_per_node = ranks == RanksOfSuite::one_per_node ? 1 : layout_.ranks_per_node(),
            .load = load};
  }

  /// Returns the points of the suite that these ranks have not measured yet, the same at all.
  std::vector<Point> missing_points(const std::vector<SuiteCollective>& collectives,
                                    RanksOfSuite ranks, int number, const std::string& load) {
    std::vector<Point> points;
    for (const auto& collective : collectives) {
      if (std::ranges::find(collective.ranks, ranks) == collective.ranks.end()) continue;
      for (const auto bytes : sizes_for(collective.collective, collective.bytes)) {
        const Point point{collective.collective, number, bytes};
        const bool known = is_recorder() && file_->has(measurand(point, ranks, load));
        if (!world_.share_flag(known)) points.push_back(point);
      }
    }
    return points;
  }

  /// Times the points on a communicator of as many ranks. Rank 0 of the world must be its rank 0.
  void time_points(const std::vector<Point>& points, RanksOfSuite ranks, const std::string& load,
                   MPI_Comm comm, double budget_s) {
    const auto subject = find_subject("mpi");
    std::vector<Contest> contests;
    for (const auto& point : points) contests.push_back({point, {{subject.get()}}});
    Campaign campaign(
        {.launch = launch_,
         .seed = seed(),
         .conditions = {.timing = timing_},
         .prove_variants = false},
        {.measured =
             [&](const Measurement& row) {
               file_->append(Figure{measurand(row.point, ranks, load), launch_, row.samples_us});
               say("             {:<22} {:>9} bytes, {:>4} ranks{}: {:>10.1f} us [{:.1f}, {:.1f}]",
                   name(row.point.collective), row.point.bytes, row.point.ranks,
                   load == "idle" ? "" : ", " + load, row.time_us.median,
                   row.time_us.median_interval.low, row.time_us.median_interval.high);
             },
         .skipped =
             [&](const SkippedMeasurement& row) {
               say("             {} was not timed: {}", print(row.point), row.reason);
             }},
        comm);
    campaign.run(std::move(contests), budget_s, {});
  }

  std::string time_collectives() {
    int measured = 0;
    for (const auto ranks : {RanksOfSuite::one_per_node, RanksOfSuite::all, RanksOfSuite::odd}) {
      // With one rank per node, these are the same ranks.
      if (ranks == RanksOfSuite::one_per_node && layout_.nodes() == world_.ranks() &&
          has_points_for_all())
        continue;
      const auto points = missing_points(suite_.collectives, ranks, number_of(ranks), "idle");
      if (points.empty()) continue;
      const auto comm = part_of(world_, is_among(ranks));
      if (comm) time_points(points, ranks, "idle", comm.get(), suite_.collectives_s / 2);
      world_.meet();
      measured += static_cast<int>(points.size());
    }
    return fmt::format("{} points", measured);
  }

  bool has_points_for_all() const {
    return std::ranges::all_of(suite_.collectives, [](const SuiteCollective& collective) {
      return std::ranges::find(collective.ranks, RanksOfSuite::one_per_node) ==
                 collective.ranks.end() ||
             std::ranges::find(collective.ranks, RanksOfSuite::all) != collective.ranks.end();
    });
  }

  /// Returns the nodes that measure while the others load the network: the first, which records,
  /// and a drawn half of the others.
  std::set<int> measuring_nodes() const {
    std::vector<int> others;
    for (int node = 1; node < layout_.nodes(); ++node) others.push_back(node);
    std::mt19937_64 random(seed());
    std::shuffle(others.begin(), others.end(), random);
    std::set<int> nodes{0};
    for (int i = 0; i + 1 < layout_.nodes() / 2; ++i)
      nodes.insert(others[static_cast<std::size_t>(i)]);
    return nodes;
  }

  std::string time_under_load() {
    const auto measuring = measuring_nodes();
    const int number = static_cast<int>(measuring.size());
    const int node = layout_.node_of[static_cast<std::size_t>(world_.rank())];
    const bool measures = is_first_of_node() && measuring.contains(node);
    const bool loads = is_first_of_node() && !measuring.contains(node);
    const auto ranks = RanksOfSuite::one_per_node;
    const auto comm = part_of(world_, measures), loading = part_of(world_, loads);
    for (const std::string load : {"idle", "congested"}) {
      const auto points = missing_points(suite_.loaded, ranks, number, load);
      if (points.empty()) continue;
      const Congestion congestion(world_,
                                  loads && load == "congested" ? loading.get() : MPI_COMM_NULL);
      if (measures) time_points(points, ranks, load, comm.get(), suite_.collectives_s / 8);
      congestion.end();
    }
    return fmt::format("{} of {} nodes, the others loading the network", number, layout_.nodes());
  }

  std::uint64_t seed() const { return options_.seed + static_cast<std::uint64_t>(launch_); }

  AcceptanceOptions options_;
  const Suite& suite_;
  double begin_us_ = now_us();
  Exchange world_;
  NodeLayout layout_;
  bool shares_cores_;
  Timing timing_;  ///< the same for all points of all launches, which are compared
  ResultHeader header_;
  SwitchTopology topology_;
  std::unique_ptr<AcceptanceFile> file_;  ///< at rank 0
  int launch_ = 1;
};

}  // namespace

void measure_acceptance(const AcceptanceOptions& options) { AcceptanceRun(options).measure(); }

}  // namespace tutti
