#include "harness/measure/campaign.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <random>

#include "contract/torus.hpp"
#include "contract/torus_communicator.hpp"
#include "harness/case/neighbours.hpp"

namespace tutti {

/// A communicator of the first ranks of the world, with the tools to measure on it. Empty at all
/// other ranks.
struct Campaign::Team {
  Communicator comm;
  std::unique_ptr<Exchange> exchange;
  std::unique_ptr<RoundTimer> timer;
};

/// A candidate that is being measured.
struct Campaign::Entry {
  Entry(const Candidate& candidate, const Point& point, Resources& resources, Team& team,
        const Conditions& conditions)
      : restriction(candidate.restriction),
        name(candidate.subject->name()),
        run(*candidate.subject, point, resources, *team.exchange),
        sampler(*team.exchange, *team.timer, conditions) {}

  std::string restriction;
  std::string name;
  SubjectRun run;
  Sampler sampler;
  int batches = 0;
  bool active = true;
};

namespace {

/// Returns whether the candidate's median lies clearly above the upper bound of the best median so
/// far.
bool clearly_slower(const Summary& summary, double best_us) {
  return summary.median_interval.low > 1.5 * best_us;
}

std::string lack_of_samples(const Sampler& sampler) {
  if (sampler.uncertain_rounds() == 0) return "budget: no round began in time";
  return fmt::format("budget: clocks of hosts were uncertain by {:.1f} us",
                     sampler.clock_error_us());
}

/// Batches before a candidate may be dropped. A single batch may fall into a disturbance of the
/// machine.
constexpr int batches_before_drop = 2;

/// Number of batches up to which a candidate without a sample goes on after the deadline, to find
/// the length that its rounds need.
constexpr int first_batches_max = 10;

}  // namespace

Campaign::Campaign(CampaignOptions options, Listener listener, MPI_Comm comm)
    : options_(std::move(options)), listener_(std::move(listener)), world_(comm) {}

Campaign::~Campaign() = default;

/// Returns the extents of the grid on which a point is measured; empty if it is not on a grid.
std::vector<int> Campaign::extents_at(const Point& point) const {
  if (traits(point.collective).neighbourhood) return grid_of(Group::grid, point.ranks).extents;
  if (!options_.torus.empty() && Torus(options_.torus).ranks() == point.ranks)
    return options_.torus;
  return {};
}

Campaign::Team& Campaign::team(const Point& point) {
  const auto extents = extents_at(point);
  auto& team = teams_[{point.ranks, extents}];
  if (team) return *team;
  team = std::make_unique<Team>();
  const bool member = world_.rank() < point.ranks;
  MPI_Comm comm = MPI_COMM_NULL;
  PMPI_Comm_split(world_.comm(), member ? 0 : MPI_UNDEFINED, world_.rank(), &comm);
  team->comm = Communicator(comm);
  if (member && !extents.empty()) {
    team->comm = torus_communicator(team->comm.get(), extents);
    comm = team->comm.get();
  }
  if (member) {
    team->exchange = std::make_unique<Exchange>(comm);
    team->timer = std::make_unique<RoundTimer>(*team->exchange, options_.clock_rule);
  }
  return *team;
}

bool Campaign::run(std::vector<Contest> contests, double budget_s, const StopCriterion& enough) {
  enough_ = enough;
  std::mt19937_64 random(options_.seed);
  std::shuffle(contests.begin(), contests.end(), random);
  for (const auto& contest : contests) team(contest.point);
  const double end_us = now_us() + budget_s * 1e6;
  for (std::size_t i = 0; i < contests.size(); ++i) {
    if (options_.samples_max && world_.share_flag(samples_ >= *options_.samples_max)) return false;
    const double left_s = (end_us - now_us()) / 1e6;
    const double share_s = left_s / static_cast<double>(contests.size() - i);
    if (world_.rank() < contests[i].point.ranks) measure(contests[i], share_s);
    world_.meet();
  }
  return true;
}

void Campaign::measure(const Contest& contest, double budget_s) {
  auto& members = team(contest.point);
  const double budget = members.exchange->share_value(budget_s);
  auto entries = admit(contest, members);
  alternate(entries, members, budget);
  if (world_.rank() == 0) report(contest, entries);
}

std::vector<std::unique_ptr<Campaign::Entry>> Campaign::admit(const Contest& contest, Team& team) {
  std::vector<std::unique_ptr<Entry>> entries;
  for (const auto& candidate : contest.candidates) {
    auto entry =
        std::make_unique<Entry>(candidate, contest.point, resources_, team, options_.conditions);
    const auto proof = entry->run.prove(options_.prove_variants);
    if (proof.commutative_only) entry->restriction = commutative_only_restriction;
    if (proof.complaint.empty())
      entries.push_back(std::move(entry));
    else if (world_.rank() == 0)
      listener_.skipped({entry->name, contest.point, proof.complaint});
  }
  return entries;
}

void Campaign::alternate(std::vector<std::unique_ptr<Entry>>& entries, Team& team,
                         double budget_s) {
  std::mt19937_64 random(options_.seed);
  std::vector<std::size_t> order(entries.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const double deadline_us = now_us() + budget_s * 1e6;
  for (bool any = !entries.empty(); any;) {
    std::shuffle(order.begin(), order.end(), random);
    for (const auto i : order) {
      if (!entries[i]->active) continue;
      SubjectRun::Session session(entries[i]->run);
      entries[i]->sampler.take([&session] { session(); });
      ++entries[i]->batches;
    }
    give_up_unusable_clocks(entries, team);
    const auto go_on = team.exchange->share_values(needs_more_samples(entries, deadline_us));
    any = false;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      entries[i]->active = go_on[i] != 0;
      any |= entries[i]->active;
    }
  }
}

/// Times all entries without a common clock if it is too uncertain for one of them: what is compared
/// must be timed alike. An empty operation is too short for any clock between hosts.
void Campaign::give_up_unusable_clocks(const std::vector<std::unique_ptr<Entry>>& entries,
                                       const Team& team) const {
  if (team.timer->clock().shared() || options_.conditions.pattern != Pattern::balanced) return;
  const bool unusable = std::ranges::any_of(entries, [](const auto& entry) {
    return entry->name != "empty" && entry->sampler.clock_is_unusable();
  });
  if (!team.exchange->share_flag(unusable)) return;
  for (const auto& entry : entries)
    if (entry->sampler.timing() == Timing::clock) entry->sampler.use_round_time();
}

/// Returns at rank 0, for each entry, 1 if the entry needs more samples, else 0. Returns zeros at
/// all other ranks.
std::vector<double> Campaign::needs_more_samples(const std::vector<std::unique_ptr<Entry>>& entries,
                                                 double deadline_us) const {
  std::vector<double> go_on(entries.size(), 0);
  if (world_.rank() != 0) return go_on;
  if (now_us() > deadline_us) {
    for (std::size_t i = 0; i < entries.size(); ++i)
      go_on[i] =
          entries[i]->sampler.samples_us().empty() && entries[i]->batches < first_batches_max;
    return go_on;
  }
  double best_us = std::numeric_limits<double>::max();
  for (const auto& entry : entries)
    if (const auto& samples = entry->sampler.samples_us(); !samples.empty())
      best_us = std::min(best_us, summarize(samples).median_interval.high);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto& sampler = entries[i]->sampler;
    const bool out = options_.drop_the_slow && entries[i]->name != "mpi" &&
                     entries[i]->batches >= batches_before_drop &&
                     sampler.samples_us().size() >= repetitions_for_interval &&
                     clearly_slower(summarize(sampler.samples_us()), best_us);
    const bool done =
        sampler.precise(enough_) || sampler.exhausted(enough_) || sampler.clock_is_unusable();
    go_on[i] = entries[i]->active && !out && !done;
  }
  return go_on;
}

void Campaign::report(const Contest& contest, const std::vector<std::unique_ptr<Entry>>& entries) {
  ++contest_;
  for (const auto& entry : entries) {
    const auto& samples = entry->sampler.samples_us();
    if (samples.empty()) {
      listener_.skipped({entry->name, contest.point, lack_of_samples(entry->sampler)});
      continue;
    }
    const bool precise = entry->sampler.precise(enough_);
    samples_ += static_cast<std::int64_t>(samples.size());
    listener_.measured({.subject = entry->name,
                        .point = contest.point,
                        .pattern = std::string(name(options_.conditions.pattern)),
                        .cache = options_.conditions.cold_cache ? "cold" : "warm",
                        .test_case = entry->run.case_line(),
                        .restriction = entry->restriction,
                        .launch = options_.launch,
                        .contest = contest_,
                        .time_us = summarize(samples),
                        .timing = entry->sampler.timing(),
                        .clock_error_us = entry->sampler.clock_error_us(),
                        .late_rounds = entry->sampler.late_rounds(),
                        .uncertain_rounds = entry->sampler.uncertain_rounds(),
                        .stopped_by = precise ? "precision" : "budget",
                        .samples_us = samples});
  }
}

}  // namespace tutti
