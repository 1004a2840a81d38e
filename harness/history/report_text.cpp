#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "harness/history/report.hpp"

namespace tutti {
namespace {

constexpr std::size_t runs_drawn = 24;
constexpr std::size_t hosts_named = 4;
constexpr std::size_t facts_named = 8;

/// Returns what the heights of bars stand for: the range of the values, or a tenth of its centre,
/// so that noise does not look like a change.
Interval range_of(const std::vector<std::optional<double>>& values) {
  std::vector<double> known;
  for (const auto& value : values)
    if (value) known.push_back(*value);
  if (known.empty()) return {0, 1};
  const auto [low, high] = std::ranges::minmax(known);
  const double centre = std::midpoint(low, high);
  const double half = std::max({(high - low) / 2, std::abs(centre) / 20, 1e-300});
  return {centre - half, centre + half};
}

/// Returns the last values as bars of eight heights, a blank where there is none.
std::string bars(const HistorySeries& series, std::size_t runs) {
  constexpr std::array heights{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const std::size_t begin = runs > runs_drawn ? runs - runs_drawn : 0;
  std::vector<std::optional<double>> values(runs - begin);
  for (const auto& point : series.points)
    if (point.run >= begin) values[point.run - begin] = point.value;
  const auto [low, high] = range_of(values);
  std::string text;
  for (const auto& value : values) {
    const double share = value ? (*value - low) / (high - low) : 0;
    text += value ? heights[static_cast<std::size_t>(share * 7.0 + 0.5)] : " ";
  }
  return text;
}

std::string number(const std::optional<double>& value) {
  return value ? fmt::format("{:.4g}", *value) : "-";
}

std::string names(const std::vector<std::string>& hosts) {
  const auto shown = std::min(hosts.size(), hosts_named);
  auto text =
      fmt::format("{}", fmt::join(hosts.begin(), hosts.begin() + static_cast<int>(shown), ", "));
  if (shown < hosts.size()) text += fmt::format(" and {} more", hosts.size() - shown);
  return text;
}

std::string sentence(const FactChange& change) {
  const auto of = change.hosts.empty() ? "" : " of " + names(change.hosts);
  const auto value = [](const std::string& text) { return text.empty() ? "none" : text; };
  return fmt::format("{}{} from {} to {}", change.fact, of, value(change.before),
                     value(change.after));
}

std::string sentence(const Finding& finding) {
  return fmt::format("{} {} named: {} {:.2f} [{:.2f}, {:.2f}] of what is expected", finding.kind,
                     fmt::join(finding.hosts, "-"), finding.measure, finding.ratio, finding.low,
                     finding.high);
}

/// Returns what else was different on the day of a change.
std::vector<std::string> circumstances(const SeriesChange& change) {
  std::vector<std::string> lines;
  for (const auto& fact : change.facts) lines.push_back(sentence(fact));
  for (const auto& finding : change.findings) lines.push_back(sentence(finding));
  if (lines.size() > facts_named) {
    const auto more = lines.size() - facts_named;
    lines.resize(facts_named);
    lines.push_back(fmt::format("{} more, see --json", more));
  }
  if (lines.empty()) lines.emplace_back("no fact that the runs recorded");
  return lines;
}

std::string text_of(const SeriesChange& change, const std::vector<HistoryRun>& runs) {
  const auto& [ratio, interval] = change.ratio;
  auto text = fmt::format("  changed on {}: {:.3f} times [{:.3f}, {:.3f}], {} (run before: {})\n",
                          runs[change.first].day(), ratio, interval.low, interval.high,
                          change.for_the_worse ? "worse" : "better", runs[change.before].day());
  for (const auto& line : circumstances(change))
    text += fmt::format("    different that day: {}\n", line);
  return text;
}

std::string title(const HistorySeries& series) {
  return series.is_requirement() && series.place != "machine"
             ? fmt::format("{}, {}", series.name, series.place)
             : series.name;
}

std::string text_of(const HistorySeries& series, const std::vector<HistoryRun>& runs) {
  const auto& last = series.points.back();
  auto text = fmt::format("{:<44} {:>9} {:>9} {:<5} {:<11} {}\n", title(series),
                          number(series.points.front().value), number(last.value), series.unit,
                          last.verdict, bars(series, runs.size()));
  for (const auto& change : series.changes) text += text_of(change, runs);
  return text;
}

bool is_shown(const HistorySeries& series) {
  return !series.is_requirement() || series.place == "machine" || !series.changes.empty() ||
         series.points.back().verdict != "holds";
}

std::string table(const History& history, bool requirements) {
  std::string rows;
  std::size_t hidden = 0;
  for (const auto& series : history.series) {
    if (series.is_requirement() != requirements) continue;
    if (is_shown(series))
      rows += text_of(series, history.runs);
    else
      ++hidden;
  }
  if (hidden > 0)
    rows += fmt::format("{} more at single places: unchanged, and they hold\n", hidden);
  if (rows.empty()) return "";
  return fmt::format("\n{:<44} {:>9} {:>9} {:<5} {:<11} {}\n{}",
                     requirements ? "requirement" : "figure of the machine", "first", "last",
                     "unit", requirements ? "verdict" : "",
                     fmt::format("last {} runs", std::min(history.runs.size(), runs_drawn)), rows);
}

std::string summary(const History& history) {
  const auto changed = std::ranges::count_if(
      history.series, [](const HistorySeries& series) { return !series.changes.empty(); });
  const auto worse = std::ranges::count_if(history.series, &HistorySeries::is_worse);
  auto text = fmt::format(
      "\n{} of {} changed, {} at last for the worse; {:.2g} % of looks at an "
      "unchanged machine show a change\n",
      changed, history.series.size(), worse, 100 * history.false_alarm_rate);
  const auto needed = runs_to_show_change(history.runs.size(), history.false_alarm_rate);
  text += needed > 0 ? fmt::format("a large change from now on shows after {} runs\n", needed)
                     : "too few runs to tell a change from chance\n";
  return text;
}

}  // namespace

std::string text_of(const History& history) {
  if (history.runs.empty()) return "no finished runs\n";
  return fmt::format("{} runs, {} to {}\n", history.runs.size(), history.runs.front().day(),
                     history.runs.back().day()) +
         table(history, true) + table(history, false) + summary(history);
}

}  // namespace tutti
