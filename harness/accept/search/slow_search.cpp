#include "harness/accept/search/slow_search.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <optional>
#include <random>
#include <set>

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

/// Draws of nodes for one trial. If none is usable, there are too few unsuspected nodes.
constexpr int draws_max = 1000;

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
    measured_rounds_ += static_cast<std::int64_t>(rounds.size());
    return costs;
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
  std::int64_t measured_rounds() const { return measured_rounds_; }

 private:
  PairMeter& meter_;
  std::map<NodePair, std::vector<double>> passes_;
  std::int64_t measured_pairs_ = 0, measured_rounds_ = 0;
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

/// The pairs that one trial measures: one with the suspect, and those that it is compared with.
struct Trial {
  NodePair suspected;
  std::vector<NodePair> compared = {};
};

/// Draws trials among the nodes and pairs that are not suspected themselves.
class TrialDraw {
 public:
  TrialDraw(int nodes, const NodeGroups& groups, const std::vector<Suspect>& suspects,
            std::mt19937_64& random)
      : nodes_(nodes), groups_(groups), random_(random) {
    for (const auto& suspect : suspects) {
      if (suspect.kind == SlowKind::node) suspected_nodes_.insert(suspect.number);
      if (suspect.kind == SlowKind::group) suspected_groups_.insert(suspect.number);
      if (suspect.kind == SlowKind::link)
        suspected_links_.insert(pair_of(suspect.number, suspect.other));
    }
  }

  /// Returns nothing if there are too few unsuspected nodes.
  std::optional<Trial> draw(const Suspect& suspect) {
    switch (suspect.kind) {
      case SlowKind::node:
        return of_node(suspect.number);
      case SlowKind::link:
        return of_link(pair_of(suspect.number, suspect.other));
      case SlowKind::group:
        return of_group(suspect.number);
    }
    return {};
  }

 private:
  int any_node() { return std::uniform_int_distribution(0, nodes_ - 1)(random_); }
  int group(int node) const {
    return groups_.empty() ? 0 : groups_[static_cast<std::size_t>(node)];
  }
  bool sound(int node) const { return !suspected_nodes_.contains(node); }

  /// Returns whether nothing is suspected of the pair but, perhaps, one of its nodes.
  bool sound_between(int one, int other, int but_group = -1) const {
    if (one == other || suspected_links_.contains(pair_of(one, other))) return false;
    if (group(one) == group(other)) return true;
    const auto suspected = [&](int g) { return g != but_group && suspected_groups_.contains(g); };
    return !suspected(group(one)) && !suspected(group(other));
  }

  bool has_sound_neighbour(int node) const {
    for (int other = 0; other < nodes_; ++other)
      if (other != node && group(other) == group(node) && sound(other) &&
          sound_between(node, other))
        return true;
    return false;
  }

  template <class Attempt>
  std::optional<Trial> first_usable(Attempt attempt) {
    for (int i = 0; i < draws_max; ++i)
      if (auto trial = attempt()) return trial;
    return {};
  }

  /// Within its group, if it can be: otherwise the node of a slow group would seem slow itself.
  std::optional<Trial> of_node(int node) {
    const bool within = has_sound_neighbour(node);
    return first_usable([&]() -> std::optional<Trial> {
      const int partner = any_node(), c = any_node(), d = any_node();
      if (!sound(partner) || !sound(c) || !sound(d) || c == node || d == node) return {};
      if (c == partner || d == partner) return {};
      if (!sound_between(node, partner) || !sound_between(c, d)) return {};
      if ((group(node) == group(partner)) != within || (group(c) == group(d)) != within) return {};
      return Trial{pair_of(node, partner), {pair_of(c, d)}};
    });
  }

  /// Compared with other pairs of its nodes: only the link itself is slower than both.
  std::optional<Trial> of_link(const NodePair& link) {
    const bool within = group(link.a) == group(link.b);
    return first_usable([&]() -> std::optional<Trial> {
      const int c = any_node(), d = any_node();
      if (!sound(c) || !sound(d) || c == link.b || d == link.a) return {};
      if (!sound_between(link.a, c) || !sound_between(link.b, d)) return {};
      if ((group(link.a) == group(c)) != within || (group(link.b) == group(d)) != within) return {};
      return Trial{link, {pair_of(link.a, c), pair_of(link.b, d)}};
    });
  }

  std::optional<Trial> of_group(int number) {
    return first_usable([&]() -> std::optional<Trial> {
      const int a = any_node(), b = any_node(), c = any_node(), d = any_node();
      if (!sound(a) || !sound(b) || !sound(c) || !sound(d)) return {};
      if (group(a) != number || group(b) == number || !sound_between(a, b, number)) return {};
      if (group(c) == number || group(d) == number || group(c) == group(d)) return {};
      if (!sound_between(c, d)) return {};
      return Trial{pair_of(a, b), {pair_of(c, d)}};
    });
  }

  int nodes_;
  const NodeGroups& groups_;
  std::mt19937_64& random_;
  std::set<int> suspected_nodes_, suspected_groups_;
  std::set<NodePair> suspected_links_;
};

/// Examines the suspects, one trial of each open one after the other, until all are decided or have
/// had all trials.
void examine(Survey& survey, const std::vector<Suspect>& suspects, TrialDraw& draw,
             const SearchGoal& goal, SearchResult& result) {
  struct Open {
    Suspect suspect;
    Examination examination;
    std::size_t first_round = 0;
  };
  std::vector<Open> open;
  for (const auto& suspect : suspects) open.push_back({suspect, Examination(goal)});
  while (!open.empty()) {
    std::vector<PairRound> rounds;
    std::erase_if(open, [&](Open& one) {
      const auto trial = one.examination.exhausted() ? std::nullopt : draw.draw(one.suspect);
      if (!trial) {
        result.undecided.push_back({one.suspect, one.examination.result()});
        return true;
      }
      one.first_round = rounds.size();
      rounds.push_back({trial->suspected});
      for (const auto& pair : trial->compared) rounds.push_back({pair});
      return false;
    });
    if (open.empty()) return;
    const auto log_costs = survey.measure(rounds);
    for (std::size_t i = 0; i < open.size(); ++i) {
      const auto end = i + 1 < open.size() ? open[i + 1].first_round : rounds.size();
      double compared = log_costs[open[i].first_round + 1][0];
      for (auto round = open[i].first_round + 2; round < end; ++round)
        compared = std::max(compared, log_costs[round][0]);
      open[i].examination.add(log_costs[open[i].first_round][0] - compared);
    }
    std::erase_if(open, [&](const Open& one) {
      const auto decision = one.examination.decision(suspects.size());
      if (decision == true) result.named.push_back({one.suspect, one.examination.result()});
      return decision.has_value();
    });
  }
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
  SearchGoal goal{.false_names = 0.005};
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
    examine(survey, screening.suspects(), draw, options.goal, result);
  }
  result.costs = screening.costs();
  result.effects = screening.effects();
  result.measured_pairs = survey.measured_pairs();
  result.measured_rounds = survey.measured_rounds();
  return result;
}

}  // namespace tutti
