#include "harness/map/between_ranks.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <set>
#include <tuple>

#include "contract/error.hpp"
#include "harness/map/candidate_times.hpp"

namespace tutti {
namespace {

/// Two neighbouring numbers of ranks with the same choice at some sizes.
struct Gap {
  const MapRule* below;
  const MapRule* above;

  int first() const { return below->domain.ranks.end; }
  int last() const { return above->domain.ranks.begin - 1; }
  HalfOpen<std::int64_t> bytes() const {
    const auto &one = below->domain.bytes, &other = above->domain.bytes;
    return {std::max(one.begin, other.begin), std::min(one.end, other.end)};
  }
  bool contains(const Point& point, const std::string& subject) const {
    return subject == below->subject && point.collective == below->collective &&
           point.ranks >= first() && point.ranks <= last() && bytes().contains(point.bytes);
  }
};

std::map<Collective, std::set<int>> measured_ranks(const std::vector<ResultSection>& tuning) {
  std::map<Collective, std::set<int>> ranks;
  for (const auto& [key, sizes] : candidate_times(tuning)) ranks[key.first].insert(key.second);
  return ranks;
}

std::vector<Gap> gaps_of(const SelectionMap& map, const std::vector<ResultSection>& tuning) {
  const auto measured = measured_ranks(tuning);
  std::vector<Gap> gaps;
  for (const auto& below : map.rules) {
    const auto& ranks = measured.at(below.collective);
    const auto next = ranks.upper_bound(below.domain.ranks.end - 1);
    for (const auto& above : map.rules) {
      const bool neighbour = next != ranks.end() && above.domain.ranks.begin == *next;
      const Gap gap{&below, &above};
      if (neighbour && above.collective == below.collective && above.subject == below.subject &&
          gap.first() <= gap.last() && gap.bytes().begin < gap.bytes().end)
        gaps.push_back(gap);
    }
  }
  return gaps;
}

int drawn_between(const Gap& gap, std::mt19937_64& random) {
  std::vector<int> odd;
  for (int ranks = gap.first(); ranks <= gap.last(); ++ranks)
    if (ranks % 2 != 0) odd.push_back(ranks);
  if (odd.empty()) return gap.first();
  return odd[random() % odd.size()];
}

/// Returns the sizes in the gap at which one of its neighbours was measured.
std::set<std::int64_t> sizes_of(const Gap& gap) {
  std::set<std::int64_t> sizes;
  for (const auto* rule : {gap.below, gap.above})
    for (const auto bytes : rule->measured_bytes)
      if (gap.bytes().contains(bytes)) sizes.insert(bytes);
  return sizes;
}

/// The outcome of the measurements within a gap.
struct Check {
  std::set<std::int64_t> held;  ///< sizes
  bool commutative_only = false;
  std::string failure = {};  ///< the first one, as a remark

  void fail(std::string remark) {
    if (failure.empty()) failure = std::move(remark);
  }
};

/// Measurements in between, and what could not be measured there.
class Checks {
 public:
  Checks(const std::vector<ResultSection>& sections, const Significance& significance,
         const std::optional<Confirmations>& confirmed)
      : sections_(sections),
        times_(candidate_times(sections)),
        significance_(significance),
        confirmed_(confirmed) {}

  Check of(const Gap& gap) const {
    Check check;
    for (int ranks = gap.first(); ranks <= gap.last(); ++ranks) {
      if (const auto group = times_.find({gap.below->collective, ranks}); group != times_.end())
        for (const auto& [bytes, candidates] : group->second)
          if (gap.bytes().contains(bytes))
            judge(candidates, gap.below->subject, {gap.below->collective, ranks, bytes}, check);
    }
    find_skipped(gap, check);
    find_worse(gap, check);
    for (const auto bytes : sizes_of(gap))
      if (!check.held.contains(bytes))
        check.fail(fmt::format("not measured there at {} bytes", bytes));
    return check;
  }

 private:
  void judge(const Candidates& candidates, const std::string& subject, const Point& point,
             Check& check) const {
    const auto [candidate_us, baseline_us] = with_default(candidates, subject);
    if (candidate_us.empty()) return;
    if (compare(candidate_us, baseline_us, significance_) == Verdict::worse)
      check.fail(fmt::format("{}: worse than the default", print(point)));
    check.held.insert(point.bytes);
    check.commutative_only |= candidates.at(subject).commutative_only;
  }

  void find_skipped(const Gap& gap, Check& check) const {
    for (const auto& section : sections_)
      for (const auto& row : section.skipped)
        if (gap.contains(row.point, row.subject))
          check.fail(fmt::format("{}: {}", print(row.point), row.reason));
  }

  /// Looks for verdicts of validations.
  void find_worse(const Gap& gap, Check& check) const {
    if (!confirmed_) return;
    for (const auto& [row, verdict] : *confirmed_)
      if (verdict == Verdict::worse && gap.contains(row.first, row.second))
        check.fail(fmt::format("{}: validated as worse", print(row.first)));
  }

  const std::vector<ResultSection>& sections_;
  CandidatesByRanks times_;
  const Significance& significance_;
  const std::optional<Confirmations>& confirmed_;
};

void require_origin(const SelectionMap& map, const std::vector<ResultSection>& checks) {
  for (const auto& section : checks)
    if (section.header.library_version != map.library || section.header.machine != map.machine ||
        section.header.registry != map.registry)
      throw UsageError(fmt::format("expected checks of '{}', '{}', found '{}', '{}'", map.library,
                                   map.machine, section.header.library_version,
                                   section.header.machine));
}

}  // namespace

std::vector<std::pair<Point, std::string>> points_between(const SelectionMap& map,
                                                          const std::vector<ResultSection>& tuning,
                                                          std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::set<std::pair<Point, std::string>> points;
  for (const auto& gap : gaps_of(map, tuning)) {
    const int ranks = drawn_between(gap, random);
    for (const auto bytes : sizes_of(gap)) {
      const Point point{gap.below->collective, ranks, bytes};
      points.insert({{point, std::string(library_default)}, {point, gap.below->subject}});
    }
  }
  return {points.begin(), points.end()};
}

void cover_between(SelectionMap& map, const std::vector<ResultSection>& tuning,
                   const std::vector<ResultSection>& checks, const FormatCapabilities& format,
                   const Significance& significance,
                   const std::optional<Confirmations>& confirmed) {
  require_origin(map, checks);
  const Checks checked(checks, significance, confirmed);
  std::vector<MapRule> between;
  for (const auto& gap : gaps_of(map, tuning)) {
    auto check = checked.of(gap);
    if (check.commutative_only && !format.guards_commutativity)
      check.fail("right for commutative operations only, which a rule cannot say");
    if (!check.failure.empty()) {
      map.remarks.push_back(fmt::format(
          "{} holds on {} and {} ranks from {} bytes on, not between: {}", gap.below->subject,
          gap.first() - 1, gap.last() + 1, gap.bytes().begin, check.failure));
      continue;
    }
    between.push_back({.collective = gap.below->collective,
                       .domain = {{gap.first(), gap.last() + 1}, gap.bytes()},
                       .subject = gap.below->subject,
                       .commutative_only = gap.below->commutative_only ||
                                           gap.above->commutative_only || check.commutative_only,
                       .measured_bytes = {check.held.begin(), check.held.end()}});
  }
  std::ranges::move(between, std::back_inserter(map.rules));
  std::ranges::sort(map.rules, {}, [](const MapRule& rule) {
    return std::tuple(rule.collective, rule.domain.ranks.begin, rule.domain.bytes.begin);
  });
}

}  // namespace tutti
