#include "harness/verify/shrinking.hpp"

#include <algorithm>
#include <chrono>

#include "harness/case/case_communicators.hpp"
#include "harness/case/generate/cases.hpp"
#include "harness/case/generate/simpler.hpp"

namespace tutti {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int tries = 3;  // before a case counts as passed, since some faults depend on timing
constexpr int tries_at_first = 10;
constexpr int many_repetitions = 8;

/// Runs cases to see whether they fail in the same way as the first one. Keeps the outcome of the
/// last failing run.
class Trials {
 public:
  Trials(Executor& executor, FailureKind kind, std::chrono::duration<double> budget)
      : executor_(executor),
        kind_(kind),
        end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(budget)) {}

  bool fails(const Case& test, int attempts) {
    for (int attempt = 0; attempt < attempts; ++attempt)
      if (fails_once(test)) return true;
    return false;
  }
  bool fails_within_budget(const Case& test) { return Clock::now() < end_ && fails(test, tries); }

  Outcome last_failing;

 private:
  bool fails_once(const Case& test) {
    if (!executor_.applicable(test)) return false;
    const Outcome outcome = executor_.run(test, true);
    const bool same = kind_ == FailureKind::failure ? outcome.failed() : outcome.unportable();
    if (same) last_failing = outcome;
    return same;
  }

  Executor& executor_;
  FailureKind kind_;
  Clock::time_point end_;
};

/// Returns the case with its operations preceded by the same operations with other roots, for
/// faults that depend on an earlier root.
Case after_other_roots(const Case& test) {
  const auto sizes = communicator_sizes(test);
  const int ranks = *std::min_element(sizes.begin(), sizes.end());
  Case longer = test;
  for (auto& operation : longer.operations)
    if (traits(operation.collective).rooted) operation.root = (operation.root + 1) % ranks;
  longer.operations.insert(longer.operations.end(), test.operations.begin(), test.operations.end());
  return longer;
}

/// Returns a case that fails on new communicators. That is the given case; or, if the failure
/// depends on the history of the communicator, one that repeats it; or, if it depends on a rank
/// that was delayed by chance, one with a deliberately late rank. Returns nothing if none of them
/// fails.
std::optional<Case> replayable(Trials& trials, const Case& failing) {
  // What lasts seconds is not repeated.
  if (trials.fails(failing, has_runs(failing) ? 1 : tries_at_first)) return failing;
  if (has_runs(failing)) return std::nullopt;
  Case repeated = failing;
  repeated.repetitions = many_repetitions;
  if (!failing.law.empty()) return std::nullopt;
  auto others = with_a_late_rank(failing);
  others.insert(others.begin(), {repeated, after_other_roots(failing)});
  for (const Case& other : others)
    if (trials.fails(other, tries)) return other;
  return std::nullopt;
}

/// Returns the simplest failing case, or nothing if the given one does not fail again.
std::optional<Case> simplest(Executor& executor, Trials& trials, const Case& failing,
                             const std::function<bool(const Case&)>& may_try) {
  const ShortHangLimit hang_limit(executor);
  const auto start = replayable(trials, failing);
  if (!start) return std::nullopt;
  return rc::shrinkable::findLocalMin(
             shrinkable(*start),
             [&](const Case& test) { return may_try(test) && trials.fails_within_budget(test); })
      .first;
}

}  // namespace

Failure shrink(Executor& executor, const Case& failing, const Outcome& first,
               std::chrono::duration<double> budget,
               const std::function<bool(const Case&)>& may_try) {
  Failure failure{.original = failing,
                  .minimal = failing,
                  .complaints = first.complaints,
                  .ended = first.ended};
  failure.kind = first.failed() ? FailureKind::failure : FailureKind::portability;
  Trials trials(executor, failure.kind, budget);
  const auto minimal = simplest(executor, trials, failing, may_try);
  failure.reproduced = minimal.has_value();
  if (!minimal) return failure;
  // With the shorter hang limit, a slow case may have seemed to hang.
  if (trials.last_failing.ended == Ended::hung && !trials.fails(*minimal, 1)) return failure;
  failure.minimal = *minimal;
  failure.complaints = trials.last_failing.complaints;
  failure.ended = trials.last_failing.ended;
  return failure;
}

}  // namespace tutti
