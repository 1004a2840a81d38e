#include "harness/accept/search/slow_search.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "harness/accept/search/trial_draw.hpp"

namespace tutti {
namespace {

/// Share of what is slow that may be lost among the unsuspected pairs because of noise.
constexpr double lost = 0.005;

/// A normal distribution has its upper quantile `1 - lost` at this number of standard deviations.
constexpr double deviations = 2.6;

/// Standard deviations of a normal distribution in its median absolute deviation, inverted.
constexpr double deviation_per_mad = 1.4826;

/// Suspects that are examined rather than measured in another pass, which may clear them.
constexpr std::size_t few_suspects = 4;

double robust_deviation(const std::vector<double>& values) {
  const double middle = median(values);
  std::vector<double> distances;
  for (const double value : values) distances.push_back(std::abs(value - middle));
  return deviation_per_mad * median(std::move(distances));
}

/// Measures and keeps the costs of pairs in passes.
class Survey {
 public:
  explicit Survey(PairMeter& meter) : meter_(meter) {}

  /// Returns the logarithms of the costs.
  std::vector<std::vector<double>> measure(std::span<const PairRound> rounds) {
    auto costs = meter_.measure(rounds);
    for (auto& round : costs) {
      measured_pairs_ += static_cast<std::int64_t>(round.size());
      for (auto& cost : round) {
        assert(cost > 0);
        cost = std::log(cost);
      }
    }
    return costs;
  }

  /// Measures the pairs one at a time, in drawn order, so that nothing that depends on the order
  /// falls always on the same one of a trial. Returns the logarithms of their costs, in the order of
  /// the pairs. The first one is measured before, and not used: ranks wake up then.
  std::vector<double> measure_alone(const std::vector<NodePair>& pairs, std::mt19937_64& random) {
    if (pairs.empty()) return {};
    std::vector<std::size_t> order(pairs.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), random);
    std::vector<PairRound> rounds{{pairs[order.front()]}};
    for (const auto i : order) rounds.push_back({pairs[i]});
    const auto by_round = measure(rounds);
    std::vector<double> log_costs(pairs.size());
    for (std::size_t i = 0; i < order.size(); ++i) log_costs[order[i]] = by_round[i + 1][0];
    return log_costs;
  }

  void pass(std::span<const PairRound> rounds) {
    const auto costs = measure(rounds);
    for (std::size_t i = 0; i < rounds.size(); ++i)
      for (std::size_t j = 0; j < rounds[i].size(); ++j)
        passes_[rounds[i][j]].push_back(costs[i][j]);
  }

  std::vector<PairCost> costs() const {
    std::vector<PairCost> result;
    for (const auto& [pair, log_costs] : passes_) result.push_back({pair, median(log_costs)});
    return result;
  }

  std::int64_t measured_pairs() const { return measured_pairs_; }

 private:
  PairMeter& meter_;
  std::map<NodePair, std::vector<double>> passes_;
  std::int64_t measured_pairs_ = 0;
};

/// The excess costs of the options, as logarithms.
struct Thresholds {
  explicit Thresholds(const SearchGoal& goal)
      : smallest(std::log1p(goal.smallest)), margin(std::log1p(goal.margin)) {}

  double smallest, margin;
};

/// Appends each level whose effect may be that of something slow.
void suspect_levels(SlowKind kind, const std::vector<double>& effects, const Thresholds& thresholds,
                    std::vector<Suspect>& suspects) {
  if (effects.empty()) return;
  const double threshold =
      std::min(thresholds.margin, thresholds.smallest - deviations * robust_deviation(effects));
  for (std::size_t i = 0; i < effects.size(); ++i)
    if (effects[i] > threshold) suspects.push_back({kind, static_cast<int>(i)});
}

void suspect_links(const std::vector<PairCost>& costs, const std::vector<double>& residuals,
                   const Thresholds& thresholds, std::vector<Suspect>& suspects) {
  auto sorted = residuals;
  std::ranges::sort(sorted);
  const double threshold = thresholds.smallest + quantile(sorted, lost);
  for (std::size_t i = 0; i < costs.size(); ++i)
    if (residuals[i] > threshold)
      suspects.push_back({SlowKind::link, costs[i].pair.a, costs[i].pair.b});
}

/// Examines the suspects, one trial of each open one after the other, until all are decided or have
/// had all trials.
ExaminedSuspects examine(Survey& survey, const std::vector<Suspect>& suspects, TrialDraw& draw,
                         const SearchGoal& goal, std::mt19937_64& random) {
  OpenSuspects open(suspects, goal);
  while (!open.empty()) {
    std::vector<Trial> trials;
    open.keep_if([&](const Suspect& suspect) {
      const auto trial = draw.draw(suspect);
      if (trial) trials.push_back(*trial);
      return trial.has_value();
    });
    std::vector<NodePair> pairs;
    for (const auto& trial : trials) {
      pairs.push_back(trial.suspected);
      pairs.insert(pairs.end(), trial.compared.begin(), trial.compared.end());
    }
    const auto log_costs = survey.measure_alone(pairs, random);
    auto next = log_costs.begin();
    std::vector<double> log_excesses;
    for (const auto& trial : trials) {
      const double suspected = *next++;
      const auto end = next + static_cast<std::ptrdiff_t>(trial.compared.size());
      log_excesses.push_back(suspected - *std::max_element(next, end));
      next = end;
    }
    open.add_trials(log_excesses);
  }
  return open.results();
}

/// The first step of the search.
class Screening {
 public:
  Screening(Survey& survey, int nodes, const NodeGroups& groups, const SearchOptions& options,
            std::mt19937_64& random)
      : survey_(survey), nodes_(nodes), groups_(groups), options_(options), random_(random) {}

  /// Measures a sample of the pairs, or all.
  void first_pass() {
    measure(sampled_pairs(nodes_, options_.partners > 0 ? options_.partners : nodes_, random_));
  }

  bool needs_pass() const {
    return passes_ < options_.passes_max &&
           (rows_are_missing() || count(SlowKind::link) > few_suspects);
  }

  /// Measures the suspected links again. After a sample, also measures all pairs of suspected
  /// nodes, which may seem slow because of some of their links.
  void pass_over_suspects() {
    std::set<NodePair> pairs;
    for (const auto& suspect : suspects_) {
      if (suspect.kind == SlowKind::link) pairs.insert(pair_of(suspect.number, suspect.other));
      for (int other = 0; rows_are_missing() && other < nodes_; ++other)
        if (suspect.kind == SlowKind::node && other != suspect.number)
          pairs.insert(pair_of(suspect.number, other));
    }
    measure(rounds_of({pairs.begin(), pairs.end()}));
  }

  const std::vector<Suspect>& suspects() const { return suspects_; }
  const std::vector<PairCost>& costs() const { return costs_; }
  const PairEffects& effects() const { return effects_; }
  int passes() const { return passes_; }

 private:
  void measure(std::vector<PairRound> rounds) {
    if (options_.one_at_a_time) rounds = one_by_one(rounds);
    survey_.pass(rounds);
    ++passes_;
    fit();
  }

  bool rows_are_missing() const {
    return passes_ == 1 && options_.partners > 0 && count(SlowKind::node) > 0;
  }

  std::size_t count(SlowKind kind) const {
    return static_cast<std::size_t>(std::ranges::count(suspects_, kind, &Suspect::kind));
  }

  void fit() {
    const Thresholds thresholds(options_.goal);
    costs_ = survey_.costs();
    effects_ = fit_pair_effects(nodes_, groups_, costs_);
    suspects_.clear();
    suspect_levels(SlowKind::node, effects_.nodes, thresholds, suspects_);
    suspect_levels(SlowKind::group, effects_.groups, thresholds, suspects_);
    suspect_links(costs_, effects_.residuals, thresholds, suspects_);
  }

  Survey& survey_;
  int nodes_;
  const NodeGroups& groups_;
  const SearchOptions& options_;
  std::mt19937_64& random_;
  int passes_ = 0;
  std::vector<PairCost> costs_;
  PairEffects effects_;
  std::vector<Suspect> suspects_;
};

}  // namespace

SearchGoal search_goal(const std::string& measure) {
  SearchGoal goal;
  if (measure == "latency") {
    goal.smallest = 0.5;
    goal.margin = 0.25;
  }
  return goal;
}

SearchResult search_slow(PairMeter& meter, const NodeGroups& groups, const SearchOptions& options) {
  assert(meter.nodes() >= 4);
  std::mt19937_64 random(options.seed);
  Survey survey(meter);
  Screening screening(survey, meter.nodes(), groups, options, random);
  SearchResult result;
  screening.first_pass();
  while (screening.needs_pass()) screening.pass_over_suspects();
  result.passes = screening.passes();
  if (!screening.suspects().empty()) {
    TrialDraw draw(meter.nodes(), groups, screening.suspects(), random);
    static_cast<ExaminedSuspects&>(result) =
        examine(survey, screening.suspects(), draw, options.goal, random);
  }
  result.costs = screening.costs();
  result.effects = screening.effects();
  result.measured_pairs = survey.measured_pairs();
  return result;
}

}  // namespace tutti
