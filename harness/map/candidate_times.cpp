#include "harness/map/candidate_times.hpp"

#include "harness/map/usable_measurements.hpp"

namespace tutti {

CandidatesByRanks candidate_times(const std::vector<ResultSection>& tuning) {
  CandidatesByRanks groups;
  for (const auto& [contest, row] : usable_measurements(tuning)) {
    auto& times = groups[{row->point.collective, row->point.ranks}][row->point.bytes][row->subject];
    times.samples_us[contest] = row->samples_us;
    times.commutative_only |= row->restriction == commutative_only_restriction;
  }
  return groups;
}

Pairing encounters(const CandidateTimes& candidate, const CandidateTimes& baseline) {
  Pairing both;
  for (const auto& [contest, samples] : candidate.samples_us)
    if (const auto other = baseline.samples_us.find(contest); other != baseline.samples_us.end()) {
      both.candidate.push_back(samples);
      both.baseline.push_back(other->second);
    }
  return both;
}

Pairing with_default(const Candidates& candidates, const std::string& subject) {
  const auto candidate = candidates.find(subject);
  const auto baseline = candidates.find(std::string(library_default));
  if (candidate == candidates.end() || baseline == candidates.end()) return {};
  return encounters(candidate->second, baseline->second);
}

}  // namespace tutti
