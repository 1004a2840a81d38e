#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "harness/case/place.hpp"
#include "harness/runner/evidence.hpp"

namespace tutti {
namespace {

/// One call as all ranks of its communicator saw it, in their order in the world.
struct Meeting {
  std::vector<int> world_ranks;
  std::vector<const CallRecord*> calls;
};

std::vector<Meeting> meetings_of(const Case& test, const std::vector<Evidence>& evidence) {
  std::map<std::tuple<int, std::size_t, int, int>, Meeting> meetings;
  for (int rank = 0; rank < test.ranks; ++rank)
    for (const auto& call_record : evidence[static_cast<std::size_t>(rank)].calls) {
      const int communicator = place_of(test, rank).communicator;
      auto& meeting =
          meetings[{communicator, call_record.operation, call_record.repetition, call_record.lane}];
      meeting.world_ranks.push_back(rank);
      meeting.calls.push_back(&call_record);
    }
  std::vector<Meeting> found;
  for (auto& [key, meeting] : meetings) found.push_back(std::move(meeting));
  return found;
}

std::string where(const Case& test, const CallRecord& call_record) {
  return fmt::format("operation {} ({}), repetition {}", call_record.operation + 1,
                     name(test.operations[call_record.operation].collective),
                     call_record.repetition + 1);
}

/// Nobody may leave a barrier before everybody entered it.
void judge_barrier(const Case& test, const Meeting& meeting, Outcome& outcome) {
  const auto& all = meeting.calls;
  const auto last = std::max_element(
      all.begin(), all.end(), [](auto* a, auto* b) { return a->entered_ns < b->entered_ns; });
  const auto first = std::min_element(all.begin(), all.end(),
                                      [](auto* a, auto* b) { return a->left_ns < b->left_ns; });
  const auto early_ns = (*last)->entered_ns - (*first)->left_ns;
  if (early_ns <= 0) return;
  outcome.complaints.push_back({fmt::format(
      "{}: rank {} left {:.1f} us before rank {} entered (ranks of the world)",
      where(test, **first), meeting.world_ranks[static_cast<std::size_t>(first - all.begin())],
      static_cast<double>(early_ns) / 1000,
      meeting.world_ranks[static_cast<std::size_t>(last - all.begin())])});
}

void judge_agreement(const Case& test, const Meeting& meeting, Outcome& outcome) {
  const auto& all = meeting.calls;
  const auto other = std::find_if(all.begin(), all.end(), [&](const CallRecord* call_record) {
    return call_record->digest != all.front()->digest;
  });
  if (other == all.end()) return;
  const bool overflows = test.operations[all.front()->operation].data == Data::overflow;
  outcome.complaints.push_back(
      {fmt::format("{}: ranks {} and {} of the world got different bits", where(test, **other),
                   meeting.world_ranks.front(),
                   meeting.world_ranks[static_cast<std::size_t>(other - all.begin())]),
       overflows});
}

}  // namespace

bool Outcome::failed() const {
  return std::any_of(complaints.begin(), complaints.end(),
                     [](const Complaint& complaint) { return !complaint.portability; });
}

bool Outcome::unportable() const { return !complaints.empty() && !failed(); }

Outcome judge(const Case& test, const std::vector<Evidence>& evidence, bool shared_clock) {
  Outcome outcome;
  for (std::size_t rank = 0; rank < evidence.size(); ++rank) {
    outcome.substituted |= evidence[rank].substituted;
    for (const auto& complaint : evidence[rank].complaints)
      outcome.complaints.push_back(
          {fmt::format("rank {}, {}", rank, complaint.text), complaint.portability});
  }
  for (const auto& meeting : meetings_of(test, evidence)) {
    if (shared_clock && meeting.calls.front()->entered_ns != 0)
      judge_barrier(test, meeting, outcome);
    judge_agreement(test, meeting, outcome);
  }
  return outcome;
}

}  // namespace tutti
