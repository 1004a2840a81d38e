#include "harness/accept/acceptance_launch.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "contract/host_info.hpp"
#include "harness/measure/clock.hpp"
#include "harness/measure/launch_description.hpp"

namespace tutti {
namespace {

bool is_machine_shared(const Exchange& world, const NodeLayout& layout) {
  const auto machines = world.collect(machine_id());
  std::vector<std::string> of_nodes;
  for (const auto& ranks : layout.ranks)
    if (!machines.empty()) of_nodes.push_back(machines[static_cast<std::size_t>(ranks.front())]);
  std::ranges::sort(of_nodes);
  return world.share_flag(std::ranges::adjacent_find(of_nodes) != of_nodes.end());
}

}  // namespace

AcceptanceLaunch::AcceptanceLaunch(const AcceptanceOptions& options)
    : options_(options),
      suite_(suite_named(options.suite)),
      world_(MPI_COMM_WORLD),
      layout_(node_layout(world_)),
      nodes_share_cores_(is_machine_shared(world_, layout_)),
      timing_(on_one_clock(world_) ? Timing::clock : Timing::round_time),
      begin_us_(now_us()) {
  const auto header = describe_launch(world_, "accept", 1, options.command_line);
  world_.run_at_rank_0([&] {
    if (!options.topology.empty())
      topology_ = read_switch_topology(options.topology, layout_.names);
    file_ = std::make_unique<AcceptanceFile>(options.out);
    file_->begin(header, {{"suite", options.suite},
                          {"nodes", layout_.names},
                          {"ranks", world_.ranks()},
                          {"switches", topology_.groups},
                          {"partners", options.partners},
                          {"seed", options.seed},
                          {"timing", name(timing_)},
                          {"library", header.library_version}});
    number_ = file_->launch();
  });
  number_ = static_cast<int>(world_.share_value(number_));
  watch_hosts();
  say("launch {} of suite {}: {} nodes, {} ranks{}", number_, suite_.name, layout_.nodes(),
      world_.ranks(), is_recorder() && file_->continues() ? ", continued" : "");
}

/// Records which host was lost if the launch ends since it was.
void AcceptanceLaunch::watch_hosts() {
  const auto lose = [this](int rank, const std::string& how) {
    const int node = layout_.node_of[static_cast<std::size_t>(rank)];
    if (!is_recorder() || !lost_nodes_.insert(node).second) return;
    const LostHost lost{name_of(node), how, number_, seconds()};
    file_->append(lost);
    fmt::print(stderr, "tutti: {} after {:.1f} s: {}\n", lost.host, lost.seconds, lost.how);
  };
  watch_ = std::make_unique<HostWatch>(world_, lose);
  if (!watch_->unwatched().empty())
    say("{} ranks cannot connect with rank 0 by TCP: no host is named if it dies",
        watch_->unwatched().size());
}

double AcceptanceLaunch::seconds() const { return (now_us() - begin_us_) / 1e6; }

TrialTime AcceptanceLaunch::begin_search(const std::string& search) {
  ++begun_searches_;
  return {*file_, search, [this] { return seconds_for_trials(); }};
}

/// Returns half of what is left, or all of it for the last search: few have suspects.
double AcceptanceLaunch::seconds_for_trials() const {
  constexpr double least =
      3;  // also where first looks at very many pairs took longer than a launch
  if (!suite_.seconds) return std::numeric_limits<double>::infinity();
  const double left = *suite_.seconds - suite_.collectives_s - suite_.loaded_s - seconds();
  return std::max(begun_searches_ < searches_of(*this) ? left / 2 : left, least);
}

bool AcceptanceLaunch::is_first_of_node() const {
  return layout_.ranks[static_cast<std::size_t>(node())].front() == world_.rank();
}

int searches_of(const AcceptanceLaunch& launch) {
  constexpr int of_nodes = 2, of_pairs = 2, of_pairs_of_all_ranks = 1;
  int searches = of_nodes + of_pairs;
  if (launch.layout().ranks_per_node() == 1) return searches;
  for (const auto& collective : launch.suite().in_node)
    searches += static_cast<int>(collective.bytes.size());
  return searches + of_pairs_of_all_ranks;
}

void FoundSlow::leave_open(const std::string& kind, std::vector<std::string> hosts,
                           const std::string& measure, const TrialResult& trials) {
  const OpenQuestion question{.kind = kind,
                              .hosts = std::move(hosts),
                              .measure = measure,
                              .launch = launch_.number(),
                              .trials = trials.trials};
  launch_.file().append(question);
  launch_.say("             undecided after {} trials: {} {}, {}", trials.trials, kind,
              fmt::join(question.hosts, " - "), measure);
}

void FoundSlow::add(const std::string& kind, std::vector<std::string> hosts,
                    const std::string& measure, const TrialResult& trials) {
  const Finding finding{.kind = kind,
                        .hosts = std::move(hosts),
                        .measure = measure,
                        .launch = launch_.number(),
                        .ratio = 1 / (1 + trials.excess),
                        .low = 1 / (1 + trials.excess_interval.high),
                        .high = 1 / (1 + trials.excess_interval.low),
                        .error_probability = trials.error_probability};
  launch_.file().append(finding);
  summary_ += fmt::format("{}{} {}: {} {:.2f} of what is expected", summary_.empty() ? "" : "; ",
                          kind, fmt::join(finding.hosts, " - "), measure, finding.ratio);
}

}  // namespace tutti
