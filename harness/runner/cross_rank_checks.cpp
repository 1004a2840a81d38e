#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "harness/case/case_communicators.hpp"
#include "harness/case/intercommunicator.hpp"
#include "harness/runner/case_outcome.hpp"

namespace tutti {
namespace {

/// The records of one call at all ranks of its communicator, in the order of their world ranks.
struct JoinedCall {
  std::vector<int> world_ranks;
  std::vector<const CallRecord*> calls;
};

std::vector<JoinedCall> joined_calls(const Case& test,
                                     const std::vector<RankOutcome>& rank_outcomes) {
  std::map<std::tuple<int, std::size_t, int, int>, JoinedCall> all;
  for (int rank = 0; rank < test.ranks; ++rank)
    for (const auto& call_record : rank_outcomes[static_cast<std::size_t>(rank)].calls) {
      const int communicator = place_of(test, rank).communicator;
      auto& joined =
          all[{communicator, call_record.operation, call_record.repetition, call_record.lane}];
      joined.world_ranks.push_back(rank);
      joined.calls.push_back(&call_record);
    }
  std::vector<JoinedCall> found;
  for (auto& [key, joined] : all) found.push_back(std::move(joined));
  return found;
}

std::string where(const Case& test, const CallRecord& call_record) {
  return fmt::format("operation {} ({}), repetition {}", call_record.operation + 1,
                     name(test.operations[call_record.operation].collective),
                     call_record.repetition + 1);
}

/// Returns the records of the ranks of each group of an intercommunicator, or of all ranks.
std::vector<JoinedCall> by_group(const Case& test, JoinedCall joined) {
  std::vector<JoinedCall> groups;
  if (!is_intercommunicator(test.group)) {
    groups.push_back(std::move(joined));
    return groups;
  }
  groups.resize(2);
  for (std::size_t i = 0; i < joined.calls.size(); ++i) {
    const int rank = place_of(test, joined.world_ranks[i]).rank;
    const bool second = local_group(test.group, test.ranks, rank).first > 0;
    groups[second].world_ranks.push_back(joined.world_ranks[i]);
    groups[second].calls.push_back(joined.calls[i]);
  }
  return groups;
}

/// Checks that no rank left a barrier before all ranks that it waits for entered it.
void judge_barrier(const Case& test, const JoinedCall& entering, const JoinedCall& leaving,
                   Outcome& outcome) {
  if (entering.calls.empty() || leaving.calls.empty()) return;  // a rank could not run the case
  const auto last = std::ranges::max_element(entering.calls, {}, &CallRecord::entered_ns);
  const auto first = std::ranges::min_element(leaving.calls, {}, &CallRecord::left_ns);
  const auto early_ns = (*last)->entered_ns - (*first)->left_ns;
  if (early_ns <= 0) return;
  outcome.complaints.push_back(
      {fmt::format("{}: rank {} left {:.1f} us before rank {} entered (ranks of the world)",
                   where(test, **first),
                   leaving.world_ranks[static_cast<std::size_t>(first - leaving.calls.begin())],
                   static_cast<double>(early_ns) / 1000,
                   entering.world_ranks[static_cast<std::size_t>(last - entering.calls.begin())])});
}

void judge_agreement(const Case& test, const JoinedCall& joined, Outcome& outcome) {
  const auto& all = joined.calls;
  const auto other = std::ranges::find_if(all, [&](const CallRecord* call_record) {
    return call_record->digest != all.front()->digest;
  });
  if (other == all.end()) return;
  const bool overflows = test.operations[all.front()->operation].data == Data::overflow;
  outcome.complaints.push_back(
      {fmt::format("{}: ranks {} and {} of the world got different bits", where(test, **other),
                   joined.world_ranks.front(),
                   joined.world_ranks[static_cast<std::size_t>(other - all.begin())]),
       overflows});
}

}  // namespace

bool Outcome::failed() const {
  return std::any_of(complaints.begin(), complaints.end(),
                     [](const Complaint& complaint) { return !complaint.portability; });
}

bool Outcome::unportable() const { return !complaints.empty() && !failed(); }

Outcome judge(const Case& test, const std::vector<RankOutcome>& rank_outcomes, bool shared_clock) {
  Outcome outcome;
  for (std::size_t rank = 0; rank < rank_outcomes.size(); ++rank) {
    outcome.substituted |= rank_outcomes[rank].substituted;
    for (const auto& complaint : rank_outcomes[rank].complaints)
      outcome.complaints.push_back(
          {fmt::format("rank {}, {}", rank, complaint.text), complaint.portability});
  }
  for (auto& joined : joined_calls(test, rank_outcomes)) {
    const bool barrier = joined.calls.front()->entered_ns != 0;
    const auto groups = by_group(test, std::move(joined));
    // In a barrier on an intercommunicator, each group waits for the other one.
    if (shared_clock && barrier)
      for (std::size_t i = 0; i < groups.size(); ++i)
        judge_barrier(test, groups[groups.size() - 1 - i], groups[i], outcome);
    for (const auto& group : groups) judge_agreement(test, group, outcome);
  }
  return outcome;
}

}  // namespace tutti
