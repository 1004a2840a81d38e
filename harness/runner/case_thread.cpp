#include "harness/runner/case_thread.hpp"

#include <fmt/format.h>

#include <chrono>
#include <thread>

namespace tutti {
namespace {

/// One call of the thread: its buffers, the activation that runs it, and its results.
struct Attempt {
  Execution execution;
  Activation* activation;
  Workspace workspace;
  MPI_Request request = MPI_REQUEST_NULL;
  int error_code = MPI_SUCCESS;
  bool substituted = false;
  std::int64_t entered_ns = 0;
  std::int64_t left_ns = 0;
};

std::int64_t now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

const Operation& operation_of(const CaseThread& case_thread, const Attempt& attempt) {
  return case_thread.test.operations[attempt.execution.operation];
}

void post(const CaseThread& case_thread, RankProgress::Phase phase, const Execution& execution) {
  case_thread.progress.post(phase, execution.repetition, static_cast<int>(execution.operation));
}

std::vector<Attempt> prepare(const CaseThread& case_thread) {
  std::vector<Attempt> attempts;
  for (int repetition = 0; repetition < case_thread.test.repetitions; ++repetition)
    for (std::size_t i = 0; i < case_thread.test.operations.size(); ++i) {
      const Execution execution{.operation = i, .repetition = repetition, .lane = case_thread.lane};
      post(case_thread, RankProgress::Phase::preparing, execution);
      auto* activation = case_thread.activations[attempts.size() % case_thread.activations.size()];
      attempts.push_back({execution, activation,
                          Workspace(case_thread.resources, case_thread.test, execution,
                                    case_thread.place, activation->comm())});
    }
  return attempts;
}

void wait_before(const CaseThread& case_thread, const Attempt& attempt) {
  const auto& delays = operation_of(case_thread, attempt).delays_us;
  const int delay_us = delays[static_cast<std::size_t>(case_thread.place.rank) % delays.size()];
  if (delay_us > 0) std::this_thread::sleep_for(std::chrono::microseconds(delay_us));
}

void enter(const CaseThread& case_thread, Attempt& attempt) {
  post(case_thread, RankProgress::Phase::entering, attempt.execution);
  wait_before(case_thread, attempt);
  post(case_thread, RankProgress::Phase::inside, attempt.execution);
  attempt.entered_ns = now_ns();
}

void run_blocking(const CaseThread& case_thread, Attempt& attempt) {
  enter(case_thread, attempt);
  attempt.error_code = attempt.activation->run(attempt.workspace.call());
  attempt.left_ns = now_ns();
  attempt.substituted = attempt.activation->ran() == Ran::no;
}

void start(const CaseThread& case_thread, Attempt& attempt) {
  enter(case_thread, attempt);
  attempt.error_code = attempt.activation->start(attempt.workspace.call(), &attempt.request);
  attempt.substituted = attempt.activation->ran() == Ran::no;
}

void complete(const CaseThread& case_thread, Attempt& attempt) {
  post(case_thread, RankProgress::Phase::inside, attempt.execution);
  if (attempt.error_code == MPI_SUCCESS)
    attempt.error_code = PMPI_Wait(&attempt.request, MPI_STATUS_IGNORE);
  attempt.left_ns = now_ns();
}

void check(const CaseThread& case_thread, Attempt& attempt, RankOutcome& rank_outcome) {
  const auto& operation = operation_of(case_thread, attempt);
  const auto& [index, repetition, lane] = attempt.execution;
  for (const Mismatch& mismatch : attempt.workspace.check(attempt.error_code))
    rank_outcome.complaints.push_back(
        {fmt::format("operation {} ({}), repetition {}: {}", index + 1, name(operation.collective),
                     repetition + 1, describe(mismatch)),
         mismatch.fault == Fault::not_portable});
  rank_outcome.substituted |= attempt.substituted;
  const auto digest = attempt.workspace.agreement();
  const bool barrier = operation.collective == Collective::barrier;
  if (barrier || digest)
    rank_outcome.calls.push_back({index, repetition, lane, barrier ? attempt.entered_ns : 0,
                                  barrier ? attempt.left_ns : 0, digest});
}

}  // namespace

RankOutcome run(const CaseThread& case_thread) {
  std::vector<Attempt> attempts = prepare(case_thread);
  if (case_thread.case_number > 0)
    case_thread.progress.meet_before_calls(case_thread.case_number, case_thread.test.ranks);
  for (auto& attempt : attempts)
    case_thread.nonblocking ? start(case_thread, attempt) : run_blocking(case_thread, attempt);
  if (case_thread.nonblocking)
    for (auto& attempt : attempts) complete(case_thread, attempt);
  if (case_thread.case_number > 0)
    case_thread.progress.meet_behind_calls(case_thread.case_number, case_thread.test.ranks);
  RankOutcome rank_outcome;
  for (auto& attempt : attempts) {
    post(case_thread, RankProgress::Phase::checking, attempt.execution);
    check(case_thread, attempt, rank_outcome);
  }
  return rank_outcome;
}

}  // namespace tutti
