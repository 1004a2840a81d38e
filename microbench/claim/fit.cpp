/// Fit equations select nearly as well as measuring everything does, from fewer samples.
/// Source: selection of collective protocols (fit equations, Figure 8)
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include "contract/error.hpp"
#include "harness/map/fit_map.hpp"
#include "harness/platform/launch.hpp"
#include "microbench/claim.hpp"
#include "optimized/selection/selector.hpp"

namespace tutti {
namespace {

constexpr Collective collectives[]{Collective::allgather, Collective::allreduce,
                                   Collective::alltoall, Collective::bcast, Collective::reduce};
constexpr const char* competitors = "*:active*";
/// Ratio of consecutive sizes in the fit. Every second size and two numbers of ranks are left out
/// of it.
constexpr int fitted_factor = 4;
const std::vector<int> all_ranks{2, 3, 4, 5, 6, 7, 8}, fitted_ranks{2, 3, 4, 6, 8};
constexpr std::int64_t smallest = 8, largest = std::int64_t{1} << 19;
/// Times, in budgets of a launch, of one run that measures for the fit, of one of the launches that
/// measure everything, and of one of those that measure the choices side by side.
constexpr double fitting = 10, everything = 10, side_by_side = 3;
constexpr int everything_launches = 6;
constexpr int side_by_side_launches = 3;  ///< for each launch of the options

constexpr double samples_goal = 0.25;
/// Share of the samples allowed for a fit after which no more are taken: the last contest may go a
/// little beyond.
constexpr double nearly_all = 0.95;

constexpr double median_goal = 1.03, p95_goal = 1.10;

std::vector<std::int64_t> sizes(int factor) {
  std::vector<std::int64_t> result;
  for (std::int64_t bytes = smallest; bytes <= largest; bytes *= factor) result.push_back(bytes);
  return result;
}

/// Returns the sizes in the fit: also two beside each size that is left out, except the smallest,
/// since the best protocol may change between sizes that are four times apart.
std::vector<std::int64_t> fitted_sizes() {
  auto result = sizes(fitted_factor);
  for (auto left_out = 2 * fitted_factor * smallest; left_out < largest; left_out *= fitted_factor)
    result.insert(result.end(), {left_out * 3 / 4, left_out * 3 / 2});
  return result;
}

bool is_left_out(const Point& point) {
  const auto fitted = fitted_sizes();
  return std::ranges::find(fitted_ranks, point.ranks) == fitted_ranks.end() ||
         std::ranges::find(fitted, point.bytes) == fitted.end();
}

constexpr int falls_short = 1;

Ending launch(const std::vector<std::string>& arguments, double seconds_max) {
  std::vector<std::string> command{tutti_program()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_child(launch_command_for(default_launcher(), all_ranks.back(), command, {}),
                   bound_to_cores(), seconds_max);
}

/// Proves all competitors of a collective once, so that tuning need not do so at each point.
/// Returns the path of the verdicts.
std::string prove(Collective collective, const TemporaryFolder& folder,
                  const ClaimOptions& options) {
  const auto verdicts = folder.file("verdicts");
  const auto ending =
      launch({"verify", "--target", "tutti", "--collective", std::string(name(collective)),
              "--protocol", competitors, "--time", fmt::format("{:.1f}", options.budget_s),
              "--seed", std::to_string(options.seed), "--verdicts", verdicts},
             10 * options.budget_s + 300);
  // A protocol that fails is not measured, because of the verdicts.
  if (ending.status > falls_short) require_success(ending, "verify");
  return verdicts;
}

struct Tuned {
  std::vector<ResultSection> sections;
  PointSamples samples;

  explicit Tuned(std::vector<ResultSection> all = {}) : sections(std::move(all)) {
    for (const auto& section : sections)
      for (const auto& row : section.measurements)
        samples[row.point][row.subject].push_back(row.samples_us);
  }

  double sample_count() const {
    double count = 0;
    for (const auto& [point, subjects] : samples)
      for (const auto& [subject, launches] : subjects)
        count += static_cast<double>(pooled(launches).size());
    return count;
  }
};

/// What is measured: the points, for how long, and whether exhaustively.
struct Grid {
  std::vector<int> ranks;
  std::vector<std::int64_t> bytes;
  double budgets = 1;
  bool exhaustive = false;
  std::optional<double> samples_max = {};
  int launch = 1;
};

/// Runs `tutti tune`, which continues an earlier run that wrote to the same file. Returns all
/// results in the file.
Tuned tune(Collective collective, const Grid& grid, const std::string& path,
           const std::string& verdicts, const ClaimOptions& options) {
  const double seconds = grid.budgets * options.budget_s;
  std::vector<std::string> arguments{"tune",
                                     "--target",
                                     "tutti",
                                     "--protocol",
                                     competitors,
                                     "--collective",
                                     std::string(name(collective)),
                                     "--ranks",
                                     fmt::format("{}", fmt::join(grid.ranks, ",")),
                                     "--bytes",
                                     fmt::format("{}", fmt::join(grid.bytes, ",")),
                                     "--verdicts",
                                     verdicts,
                                     "--time",
                                     fmt::format("{:.1f}", seconds),
                                     "--seed",
                                     std::to_string(options.seed),
                                     "--launch",
                                     std::to_string(grid.launch),
                                     "--out",
                                     path};
  if (grid.exhaustive) arguments.emplace_back("--exhaustive");
  if (grid.samples_max)
    arguments.insert(arguments.end(),
                     {"--samples", fmt::format("{:.0f}", std::ceil(*grid.samples_max))});
  require_success(launch(arguments, 10 * seconds + 300), "tune");
  return Tuned(read_results({path}));
}

/// Returns the results of every second launch. Where half of the results miss the best subject, it
/// is uncertain which one that is.
Tuned half_of(const Tuned& tuned) {
  std::vector<ResultSection> half;
  std::ranges::copy_if(tuned.sections, std::back_inserter(half),
                       [](const auto& section) { return section.header.launch % 2 == 1; });
  return Tuned(std::move(half));
}

/// The results of measuring everything, and those that the fits are made of.
struct Sweeps {
  Tuned truth, fit;
};

/// Measures everything and for the fit in turns. The speed of the machine changes from minute to
/// minute: otherwise what was measured at one speed would be judged by another.
class Sweeper {
 public:
  Sweeper(Collective collective, std::string verdicts, const ClaimOptions& options)
      : collective_(collective), verdicts_(std::move(verdicts)), options_(options) {}

  Sweeps sweep() const {
    Sweeps sweeps;
    for (int launch = 1; launch <= everything_launches; ++launch) {
      sweeps.truth = measure_everything(launch);
      fit_on(sweeps.fit, nearly_all * samples_goal * sweeps.truth.sample_count());
    }
    return sweeps;
  }

 private:
  Tuned measure_everything(int launch) const {
    return tune(collective_,
                {.ranks = all_ranks,
                 .bytes = sizes(2),
                 .budgets = everything,
                 .exhaustive = true,
                 .launch = launch},
                folder_.file("truth.jsonl"), verdicts_, options_);
  }

  /// Measures until the fit has as many samples as it may use, or until nothing is in doubt.
  void fit_on(Tuned& tuned, double samples_max) const {
    double samples = tuned.sample_count(), gain = 1;
    while (gain > 0 && samples < samples_max) {
      tuned = tune(collective_,
                   {.ranks = fitted_ranks,
                    .bytes = fitted_sizes(),
                    .budgets = fitting,
                    .samples_max = samples_max - samples},
                   folder_.file("fit.jsonl"), verdicts_, options_);
      gain = tuned.sample_count() - samples;
      samples += gain;
    }
  }

  Collective collective_;
  std::string verdicts_;
  const ClaimOptions& options_;
  TemporaryFolder folder_;
};

/// The subjects at one point: the selected one, the best by measuring everything, and the best by
/// half of that.
struct Choice {
  std::string selected, best, best_of_half;
};

std::string fastest_at(const Tuned& tuned, const Point& point) {
  return fastest(tuned.samples.at(point), [](const auto&) { return true; });
}

std::map<Point, Choice> choices(const Selector& selector, const Tuned& truth) {
  const auto half = half_of(truth);
  std::map<Point, Choice> result;
  for (const auto& [point, subjects] : truth.samples) {
    if (!is_left_out(point)) continue;
    const auto determination =
        selector.determine(typical_shape({point.collective, point.ranks, point.bytes}));
    result[point] = {determination.chosen ? determination.chosen->name : "mpi",
                     fastest_at(truth, point), fastest_at(half, point)};
  }
  return result;
}

/// Ratios of a choice's time to that of the best, by point.
struct Regrets {
  std::vector<double> selected, best_of_half;
};

/// Measures all choices anew, side by side: the smallest of many medians would be too small by
/// chance.
Regrets regrets(const std::map<Point, Choice>& chosen, const ClaimOptions& options) {
  Regrets result;
  std::vector<std::pair<Point, std::string>> contenders;
  for (const auto& [point, choice] : chosen) {
    const std::set names{choice.selected, choice.best, choice.best_of_half};
    if (names.size() == 1) continue;
    for (const auto& name : names) contenders.emplace_back(point, name);
  }
  PointSamples measured;
  if (!contenders.empty()) {
    auto launch = launch_of(options, all_ranks.back(), contenders);
    launch.budget_s = side_by_side * options.budget_s;
    launch.environment = bound_to_cores();
    measured = measure_in_launches(launch, side_by_side_launches * options.launches);
  }
  for (const auto& [point, choice] : chosen) {
    const auto over_best = [&](const std::string& name) {
      if (name == choice.best) return 1.0;
      const auto& subjects = measured.at(point);
      return speedup_within_launches(
                 {.candidate = subjects.at(choice.best), .baseline = subjects.at(name)})
          .value;
    };
    result.selected.push_back(over_best(choice.selected));
    result.best_of_half.push_back(over_best(choice.best_of_half));
  }
  return result;
}

ClaimRow at_most(std::string what, double measured, const Interval& interval, double goal) {
  return {.what = std::move(what),
          .reference = "",
          .measured = measured,
          .interval = interval,
          .goal = goal,
          .bound = Bound::at_most};
}

/// Returns the 95 % confidence interval of a quantile, from order statistics.
Interval quantile_interval(std::vector<double> values, double fraction) {
  std::ranges::sort(values);
  const auto count = static_cast<double>(values.size());
  const double spread = 1.96 * std::sqrt(fraction * (1 - fraction) / count);
  return {quantile(values, std::max(0.0, fraction - spread)),
          quantile(values, std::min(1.0, fraction + spread))};
}

/// Goals for the median and the 95th percentile. A goal of 0 only informs.
struct QuantileGoals {
  double median = 0, p95 = 0;
};

void add_quantiles(const std::string& what, const std::vector<double>& regret, QuantileGoals goals,
                   std::vector<ClaimRow>& rows) {
  const auto summary = summarize(regret);
  rows.push_back(at_most(what + ", median", summary.median, summary.median_interval, goals.median));
  rows.push_back(
      at_most(what + ", 95 of 100", summary.p95, quantile_interval(regret, 0.95), goals.p95));
}

void measure(Collective collective, const ClaimOptions& options, std::vector<ClaimRow>& rows) {
  const TemporaryFolder folder;
  const auto verdicts = prove(collective, folder, options);
  const auto [truth, fit] = Sweeper(collective, verdicts, options).sweep();
  std::set<std::string> remarks;
  const Selector selector({.fits = fit_all(fit.sections, remarks)}, {}, {});
  const auto regret = regrets(choices(selector, truth), options);
  const auto about =
      fmt::format("{}, {} points left out", name(collective), regret.selected.size());
  add_quantiles(about + ": selected over best", regret.selected, {median_goal, p95_goal}, rows);
  add_quantiles(about + ": best of half of everything over best", regret.best_of_half, {}, rows);
  const double share = fit.sample_count() / truth.sample_count();
  rows.push_back(at_most(fmt::format("{}: samples for the fit over all", name(collective)), share,
                         {share, share}, samples_goal));
}

std::vector<ClaimRow> measure_all(const ClaimOptions& options) {
  std::vector<ClaimRow> rows;
  for (const auto collective : collectives) measure(collective, options, rows);
  return rows;
}

}  // namespace
}  // namespace tutti

CLAIM(fit){tutti::measure_all};
