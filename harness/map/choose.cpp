#include "harness/map/choose.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "contract/error.hpp"
#include "harness/map/candidate_times.hpp"
#include "harness/map/usable_measurements.hpp"
#include "harness/results/result_file.hpp"

namespace tutti {
namespace {

/// Chooses subjects for one collective and one number of ranks.
class Chooser {
 public:
  Chooser(const CandidatesBySize& sizes, Collective collective, int ranks,
          const FormatCapabilities& format, const Significance& significance,
          const std::optional<Confirmations>& confirmed, std::set<std::string>& remarks)
      : sizes_(sizes),
        collective_(collective),
        ranks_(ranks),
        format_(format),
        significance_(significance),
        confirmed_(confirmed),
        remarks_(remarks) {}

  /// Returns the chosen subject by size; an empty name where the default stays.
  std::map<std::int64_t, std::string> pick() {
    return format_.sees_bytes(collective_) ? pick_by_size() : pick_one_for_all();
  }

 private:
  /// Returns the verdict against the default: the worse of what tuning and validation found.
  Verdict verdict(std::int64_t bytes, const std::string& subject) const {
    const auto [candidate_us, baseline_us] = with_default(sizes_.at(bytes), subject);
    if (candidate_us.empty()) return Verdict::worse;
    const auto tuned = compare(candidate_us, baseline_us, significance_);
    if (!confirmed_) return tuned;
    const auto found = confirmed_->find({{collective_, ranks_, bytes}, subject});
    return found == confirmed_->end() ? Verdict::worse : std::max(tuned, found->second);
  }

  /// Returns whether the map may choose the subject. If not, adds the reason to the remarks.
  bool allowed(const std::string& subject, const CandidateTimes& timing) {
    auto reason = format_.reason_against(subject);
    if (timing.commutative_only && !format_.guards_commutativity)
      reason = "it is verified for commutative operations only, which a rule cannot say";
    if (!reason.empty()) remarks_.insert(fmt::format("left out {}: {}", subject, reason));
    return reason.empty();
  }

  std::map<std::int64_t, std::string> pick_by_size() {
    std::map<std::int64_t, std::string> picked;
    std::string previous;
    for (const auto& [bytes, candidates] : sizes_)
      previous = picked[bytes] = best(bytes, candidates, previous);
    return picked;
  }

  /// Returns the fastest subject among those better than the default, or the choice at the previous
  /// size if that is as good.
  std::string best(std::int64_t bytes, const Candidates& candidates, const std::string& previous) {
    std::string fastest;
    double least = 1;
    for (const auto& [subject, timing] : candidates) {
      if (verdict(bytes, subject) != Verdict::better || !allowed(subject, timing)) continue;
      const double share = share_of_default(candidates, subject);
      if (share < least) fastest = subject;
      least = std::min(least, share);
    }
    if (fastest.empty() || previous.empty() || verdict(bytes, previous) != Verdict::better ||
        !allowed(previous, candidates.at(previous)))
      return fastest;
    const auto [fastest_us, previous_us] =
        encounters(candidates.at(fastest), candidates.at(previous));
    return compare(fastest_us, previous_us, significance_) == Verdict::tie ? previous : fastest;
  }

  /// Chooses one subject for all sizes, for rules that cannot depend on the size: better than the
  /// default at some size, worse at none, with the best mean. It must have met the default in a
  /// contest at every size.
  std::map<std::int64_t, std::string> pick_one_for_all() {
    std::map<std::string, double> gain;
    for (const auto& [subject, timing] : sizes_.begin()->second)
      if (improves(subject)) gain[subject] = mean_speedup(subject);
    const auto most = std::max_element(
        gain.begin(), gain.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    std::map<std::int64_t, std::string> picked;
    for (const auto& [bytes, candidates] : sizes_)
      picked[bytes] = most == gain.end() ? "" : most->first;
    return picked;
  }

  bool improves(const std::string& subject) {
    bool better_somewhere = false;
    for (const auto& [bytes, candidates] : sizes_) {
      const Verdict here = verdict(bytes, subject);
      if (here == Verdict::worse) return false;
      better_somewhere |= here == Verdict::better;
    }
    return better_somewhere && allowed(subject, sizes_.begin()->second.at(subject));
  }

  /// Returns the subject's time as a fraction of the default's.
  static double share_of_default(const Candidates& candidates, const std::string& subject) {
    const auto [candidate_us, baseline_us] = with_default(candidates, subject);
    return pooled_median(candidate_us) / pooled_median(baseline_us);
  }

  double mean_speedup(const std::string& subject) const {
    std::vector<Pairing> pairings;
    for (const auto& [bytes, candidates] : sizes_)
      pairings.push_back(with_default(candidates, subject));
    return geometric_mean_speedup(pairings).value;
  }

  const CandidatesBySize& sizes_;
  Collective collective_;
  int ranks_;
  const FormatCapabilities& format_;
  const Significance& significance_;
  const std::optional<Confirmations>& confirmed_;
  std::set<std::string>& remarks_;
};

/// Returns one rule for each run of consecutive sizes with the same choice.
std::vector<MapRule> rules_of(const std::map<std::int64_t, std::string>& picked,
                              const CandidatesBySize& sizes, Collective collective, int ranks,
                              bool sees_bytes) {
  std::vector<MapRule> rules;
  for (auto at = picked.begin(); at != picked.end(); ++at) {
    const auto& [bytes, subject] = *at;
    if (subject.empty()) continue;
    const auto next = std::next(at);
    const auto end = !sees_bytes ? unlimited : next == picked.end() ? bytes + 1 : next->first;
    const bool commutative = sizes.at(bytes).at(subject).commutative_only;
    const bool goes_on = at != picked.begin() && std::prev(at)->second == subject;
    if (goes_on) {
      rules.back().domain.bytes.end = end;
      rules.back().measured_bytes.push_back(bytes);
      rules.back().commutative_only |= commutative;
    } else {
      rules.push_back({collective,
                       {{ranks, ranks + 1}, {sees_bytes ? bytes : 0, end}},
                       subject,
                       commutative,
                       {bytes}});
    }
  }
  return rules;
}

SelectionMap empty_map(const std::vector<ResultSection>& tuning, const std::string& target) {
  if (tuning.empty()) throw UsageError("expected at least one result file");
  const auto& first = tuning.front().header;
  for (const auto& [header, measurements, skipped, validations] : tuning)
    if (header.library_version != first.library_version || header.machine != first.machine ||
        header.registry != first.registry)
      throw UsageError(fmt::format(
          "expected results of one library, machine and registry, found '{}', '{}', {} and '{}', "
          "'{}', {}",
          first.library_version, first.machine, first.registry, header.library_version,
          header.machine, header.registry));
  return {.target = target,
          .library = first.library_version,
          .registry = first.registry,
          .machine = first.machine};
}

}  // namespace

Confirmations confirmations(const std::vector<ResultSection>& validation) {
  Confirmations found;
  for (const auto& section : validation)
    for (const auto& row : section.validations) {
      const auto known = found.try_emplace({row.point, row.subject}, row.verdict).first;
      known->second = std::max(known->second, row.verdict);
    }
  return found;
}

Chosen choose(const std::vector<ResultSection>& tuning, const std::string& target,
              const FormatCapabilities& format, const Significance& significance,
              const std::optional<Confirmations>& confirmed) {
  Chosen chosen{.map = empty_map(tuning, target), .choices = {}};
  auto remarks = left_out(tuning);
  for (const auto& [key, sizes] : candidate_times(tuning)) {
    const auto& [collective, ranks] = key;
    const auto picked =
        Chooser(sizes, collective, ranks, format, significance, confirmed, remarks).pick();
    for (auto& rule : rules_of(picked, sizes, collective, ranks, format.sees_bytes(collective)))
      chosen.map.rules.push_back(std::move(rule));
    for (const auto& [bytes, subject] : picked)
      if (!subject.empty())
        chosen.choices.push_back(
            {{collective, ranks, bytes}, subject, with_default(sizes.at(bytes), subject)});
  }
  chosen.map.remarks.assign(remarks.begin(), remarks.end());
  return chosen;
}

}  // namespace tutti
