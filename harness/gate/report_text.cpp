#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "harness/gate/gate_report.hpp"

namespace tutti {
namespace {

std::string in_capitals(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char letter) { return std::toupper(letter); });
  return text;
}

double percent(const Share& share) {
  return share.all == 0 ? 0
                        : 100.0 * static_cast<double>(share.hit) / static_cast<double>(share.all);
}

/// Returns the first names, and how many more there are.
std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t most = 12;
  const auto shown = std::min(names.size(), most);
  auto text = fmt::format(
      "{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  if (names.size() > shown) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

std::string coverage_line(const std::string& target, const Coverage& coverage) {
  const auto values = coverage.values(), pairs = coverage.pairs();
  auto text =
      fmt::format("covered of {}: {} of {} axis values, {} of {} pairs of values ({:.0f} %)\n",
                  target, values.hit, values.all, pairs.hit, pairs.all, percent(pairs));
  if (const auto missing = coverage.missing(); !missing.empty())
    text += fmt::format("  never hit: {}\n", some_of(missing));
  return text;
}

std::string verdict(const GateResults& results) {
  if (results.interrupted) return "verdict: none, since it was interrupted\n";
  if (results.holds()) return "verdict: nothing new\n";
  std::vector<std::string> reasons;
  const auto add = [&](std::size_t number, std::string_view what) {
    if (number > 0) reasons.push_back(fmt::format("{} {}", number, what));
  };
  add(results.with(FindingStatus::fresh).size(), "new");
  add(results.with(FindingStatus::untried).size(), "of the baseline could not be tried");
  if (results.strict) add(results.with(FindingStatus::fixed).size(), "of the baseline are fixed");
  for (const auto& kind : results.never_ended_well())
    reasons.push_back(to_text(kind) + " never ended well");
  return fmt::format("verdict: fails: {}\n", fmt::join(reasons, ", "));
}

}  // namespace

std::string to_text(const GateFinding& finding) {
  constexpr std::size_t most_lines = 4;
  auto text = fmt::format("{:<7} {}\n", in_capitals(std::string(name(finding.status))),
                          finding.fault_class);
  if (!finding.reason.empty()) text += fmt::format("  reason: {}\n", finding.reason);
  if (finding.status == FindingStatus::known) return text;
  for (std::size_t i = 0; i < std::min(finding.what.size(), most_lines); ++i)
    text += fmt::format("  {}\n", finding.what[i]);
  if (!finding.replay.empty())
    text += fmt::format("  replay on {} ranks: tutti verify --replay '{}'\n", finding.ranks,
                        finding.replay);
  return text;
}

std::string to_text(const GateResults& results) {
  auto text = results.library + "\n\n";
  for (const auto status : {FindingStatus::known, FindingStatus::note, FindingStatus::fixed,
                            FindingStatus::untried, FindingStatus::fresh})
    for (const GateFinding* finding : results.with(status)) text += to_text(*finding);
  text += "\n";
  for (const auto& [target, coverage] : results.coverage) text += coverage_line(target, coverage);
  std::int64_t cases = 0;
  double seconds = 0;
  for (const auto& launch : results.launches) {
    cases += launch.cases;
    seconds += launch.seconds;
  }
  text += fmt::format(
      "{} cases in {} launches and {:.0f} s: {} new, {} known, {} fixed, {} could not be tried\n",
      cases, results.launches.size(), seconds, results.with(FindingStatus::fresh).size(),
      results.with(FindingStatus::known).size(), results.with(FindingStatus::fixed).size(),
      results.with(FindingStatus::untried).size());
  return text + verdict(results);
}

}  // namespace tutti
