/// Fitted performance functions select nearly as well as measuring everything, from fewer samples.
/// Source: selection of collective protocols (fit equations, Figure 8)
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "contract/error.hpp"
#include "harness/claim.hpp"
#include "harness/launch.hpp"
#include "harness/map/fit_map.hpp"
#include "optimized/selection/selector.hpp"

namespace tutti {
namespace {

constexpr Collective collectives[]{Collective::allgather, Collective::allreduce,
                                   Collective::alltoall, Collective::bcast, Collective::reduce};
/// Every second size and two numbers of ranks are left out of the fit.
const std::vector<int> all_ranks{2, 3, 4, 5, 6, 7, 8}, fitted_ranks{2, 3, 4, 6, 8};
constexpr std::int64_t smallest = 8, largest = std::int64_t{1} << 19;

constexpr double median_goal = 1.03, p95_goal = 1.10, samples_goal = 0.25;

std::vector<std::int64_t> sizes(int factor) {
  std::vector<std::int64_t> result;
  for (std::int64_t bytes = smallest; bytes <= largest; bytes *= factor) result.push_back(bytes);
  return result;
}

struct Tuned {
  std::vector<ResultSection> sections;
  PointSamples samples;

  double sample_count() const {
    double count = 0;
    for (const auto& [point, subjects] : samples)
      for (const auto& [name, times] : subjects) count += static_cast<double>(times.size());
    return count;
  }
};

Tuned tune(Collective collective, const std::vector<int>& ranks,
           const std::vector<std::int64_t>& bytes, double seconds,
           const std::vector<std::string>& how, const ClaimOptions& options) {
  const PrivateFolder folder;
  const auto path = folder.file("tune.jsonl");
  std::vector<std::string> arguments{"tune",
                                     "--target",
                                     "tutti",
                                     "--protocol",
                                     "*:active*",
                                     "--collective",
                                     std::string(name(collective)),
                                     "--ranks",
                                     fmt::format("{}", fmt::join(ranks, ",")),
                                     "--bytes",
                                     fmt::format("{}", fmt::join(bytes, ",")),
                                     "--time",
                                     fmt::format("{:.1f}", seconds),
                                     "--seed",
                                     std::to_string(options.seed),
                                     "--out",
                                     path};
  arguments.insert(arguments.end(), how.begin(), how.end());
  require_success(run_child(launch_command(default_launcher(), all_ranks.back(), arguments), {},
                            10 * seconds + 300),
                  fmt::format("tuning of {}", name(collective)));
  Tuned tuned{.sections = read_results({path}), .samples = {}};
  for (const auto& section : tuned.sections)
    for (const auto& row : section.measurements)
      tuned.samples[row.point][row.subject] = row.samples_us;
  return tuned;
}

bool is_left_out(const Point& point) {
  const auto fitted_sizes = sizes(4);
  return std::ranges::find(fitted_ranks, point.ranks) == fitted_ranks.end() ||
         std::ranges::find(fitted_sizes, point.bytes) == fitted_sizes.end();
}

/// The time of what is selected over the time of the best, where nothing was fitted to.
std::vector<double> regrets(const Selector& selector, const Tuned& truth) {
  std::vector<double> result;
  for (const auto& [point, subjects] : truth.samples) {
    if (!is_left_out(point)) continue;
    const auto determination =
        selector.determine(typical_shape({point.collective, point.ranks, point.bytes}));
    const auto selected = determination.chosen ? determination.chosen->name : "mpi";
    if (!subjects.contains(selected))
      throw CannotRun(fmt::format("{}: {} was selected, and not measured", print(point), selected));
    const auto best = fastest(subjects, [](const auto&) { return true; });
    result.push_back(summarize(subjects.at(selected)).median /
                     summarize(subjects.at(best)).median);
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

std::vector<ClaimRow> measure(const ClaimOptions& options) {
  std::vector<ClaimRow> rows;
  for (const auto collective : collectives) {
    const auto truth = tune(collective, all_ranks, sizes(2), 4 * options.budget_s,
                            {"--exhaustive"}, options);
    const auto fitted = tune(collective, fitted_ranks, sizes(4), options.budget_s, {}, options);
    std::set<std::string> remarks;
    const Selector selector({.fits = fit_all(fitted.sections, remarks)}, {}, {});
    const auto regret = summarize(regrets(selector, truth));
    const auto about = fmt::format("{} at {} points left out", name(collective), regret.repetitions);
    rows.push_back(at_most(about + ", selected over best, median", regret.median,
                           regret.median_interval, median_goal));
    rows.push_back(at_most(about + ", selected over best, 95th percentile", regret.p95,
                           {regret.median, regret.max}, p95_goal));
    const double share = fitted.sample_count() / truth.sample_count();
    rows.push_back(at_most(fmt::format("{}, samples fitted to over all", name(collective)), share,
                           {share, share}, samples_goal));
  }
  return rows;
}

}  // namespace
}  // namespace tutti

CLAIM(fit){tutti::measure};
