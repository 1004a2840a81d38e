#include "harness/verify/shrinking.hpp"

#include <algorithm>
#include <chrono>

#include "harness/case/place.hpp"
#include "harness/generate/cases.hpp"

namespace tutti {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int tries = 3;  // before a case counts as passed: some faults depend on timing
constexpr int tries_at_first = 10;
constexpr auto budget = std::chrono::seconds(30);
constexpr int many_repetitions = 8;

/// Asks whether cases fail as the first one did, and remembers how the last failing one looked.
class Trials {
 public:
  Trials(Leader& leader, FailureKind kind) : leader_(leader), kind_(kind) {}

  bool fails(const Case& test, int attempts) {
    for (int attempt = 0; attempt < attempts; ++attempt)
      if (fails_once(test)) return true;
    return false;
  }
  bool fails_within_budget(const Case& test) { return Clock::now() < end_ && fails(test, tries); }

  std::vector<Complaint> last_complaints;

 private:
  bool fails_once(const Case& test) {
    const Outcome outcome = leader_.run(test, true);
    const bool same = kind_ == FailureKind::failure ? outcome.failed() : outcome.unportable();
    if (same) last_complaints = outcome.complaints;
    return same;
  }

  Leader& leader_;
  FailureKind kind_;
  Clock::time_point end_ = Clock::now() + budget;
};

/// The operations of the case after the same ones with other roots: for what is remembered of a
/// root.
Case after_other_roots(const Case& test) {
  const auto sizes = communicator_sizes(test);
  const int ranks = *std::min_element(sizes.begin(), sizes.end());
  Case longer = test;
  for (auto& operation : longer.operations)
    if (traits(operation.collective).rooted) operation.root = (operation.root + 1) % ranks;
  longer.operations.insert(longer.operations.end(), test.operations.begin(), test.operations.end());
  return longer;
}

/// A case that fails on new communicators: the given one, or, if its failure came from what the
/// communicator had seen before, one that repeats it.
std::optional<Case> replayable(Trials& trials, const Case& failing) {
  if (trials.fails(failing, tries_at_first)) return failing;
  Case repeated = failing;
  repeated.repetitions = many_repetitions;
  if (!failing.law.empty()) return std::nullopt;
  for (const Case& longer : {repeated, after_other_roots(failing)})
    if (trials.fails(longer, tries)) return longer;
  return std::nullopt;
}

}  // namespace

Failure shrink(Leader& leader, const Case& failing, const Outcome& first) {
  Failure failure{.original = failing, .minimal = failing, .complaints = first.complaints};
  failure.kind = first.failed() ? FailureKind::failure : FailureKind::portability;
  Trials trials(leader, failure.kind);
  const auto start = replayable(trials, failing);
  failure.reproduced = start.has_value();
  if (!start) return failure;
  const auto still_fails = [&](const Case& test) { return trials.fails_within_budget(test); };
  failure.minimal = rc::shrinkable::findLocalMin(shrinkable(*start), still_fails).first;
  failure.complaints = trials.last_complaints;
  return failure;
}

}  // namespace tutti
