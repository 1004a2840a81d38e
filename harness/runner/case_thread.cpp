#include "harness/runner/case_thread.hpp"

#include <fmt/format.h>

#include <chrono>
#include <thread>

namespace tutti {
namespace {

/// One call of the track: its buffers, what runs it, and how it went.
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

const Operation& operation_of(const CaseThread& thread_part, const Attempt& attempt) {
  return thread_part.test.operations[attempt.execution.operation];
}

void post(const CaseThread& thread_part, RankProgress::Phase phase, const Execution& execution) {
  thread_part.progress.post(phase, execution.repetition, static_cast<int>(execution.operation));
}

std::vector<Attempt> prepare(const CaseThread& thread_part) {
  std::vector<Attempt> attempts;
  for (int repetition = 0; repetition < thread_part.test.repetitions; ++repetition)
    for (std::size_t i = 0; i < thread_part.test.operations.size(); ++i) {
      const Execution execution{.operation = i, .repetition = repetition, .lane = thread_part.lane};
      post(thread_part, RankProgress::Phase::preparing, execution);
      auto* activation = thread_part.activations[attempts.size() % thread_part.activations.size()];
      attempts.push_back({execution, activation,
                          Workspace(thread_part.resources, thread_part.test, execution,
                                    thread_part.place, activation->comm())});
    }
  return attempts;
}

void wait_before(const CaseThread& thread_part, const Attempt& attempt) {
  const auto& delays = operation_of(thread_part, attempt).delays_us;
  const int delay_us = delays[static_cast<std::size_t>(thread_part.place.rank) % delays.size()];
  if (delay_us > 0) std::this_thread::sleep_for(std::chrono::microseconds(delay_us));
}

void enter(const CaseThread& thread_part, Attempt& attempt) {
  post(thread_part, RankProgress::Phase::entering, attempt.execution);
  wait_before(thread_part, attempt);
  post(thread_part, RankProgress::Phase::inside, attempt.execution);
  attempt.entered_ns = now_ns();
}

void run_blocking(const CaseThread& thread_part, Attempt& attempt) {
  enter(thread_part, attempt);
  attempt.error_code = attempt.activation->run(attempt.workspace.call());
  attempt.left_ns = now_ns();
  attempt.substituted = attempt.activation->ran() == Ran::no;
}

void start(const CaseThread& thread_part, Attempt& attempt) {
  enter(thread_part, attempt);
  attempt.error_code = attempt.activation->start(attempt.workspace.call(), &attempt.request);
  attempt.substituted = attempt.activation->ran() == Ran::no;
}

void complete(const CaseThread& thread_part, Attempt& attempt) {
  post(thread_part, RankProgress::Phase::inside, attempt.execution);
  if (attempt.error_code == MPI_SUCCESS)
    attempt.error_code = PMPI_Wait(&attempt.request, MPI_STATUS_IGNORE);
  attempt.left_ns = now_ns();
}

void check(const CaseThread& thread_part, Attempt& attempt, Evidence& evidence) {
  const auto& operation = operation_of(thread_part, attempt);
  const auto& [index, repetition, lane] = attempt.execution;
  for (const Mismatch& mismatch : attempt.workspace.check(attempt.error_code))
    evidence.complaints.push_back(
        {fmt::format("operation {} ({}), repetition {}: {}", index + 1, name(operation.collective),
                     repetition + 1, describe(mismatch)),
         mismatch.fault == Fault::not_portable});
  evidence.substituted |= attempt.substituted;
  const auto digest = attempt.workspace.agreement();
  const bool barrier = operation.collective == Collective::barrier;
  if (barrier || digest)
    evidence.calls.push_back({index, repetition, lane, barrier ? attempt.entered_ns : 0,
                              barrier ? attempt.left_ns : 0, digest});
}

}  // namespace

Evidence run(const CaseThread& thread_part) {
  std::vector<Attempt> attempts = prepare(thread_part);
  if (thread_part.case_number > 0)
    thread_part.progress.meet_before_calls(thread_part.case_number, thread_part.test.ranks);
  for (auto& attempt : attempts)
    thread_part.nonblocking ? start(thread_part, attempt) : run_blocking(thread_part, attempt);
  if (thread_part.nonblocking)
    for (auto& attempt : attempts) complete(thread_part, attempt);
  if (thread_part.case_number > 0)
    thread_part.progress.meet_behind_calls(thread_part.case_number, thread_part.test.ranks);
  Evidence evidence;
  for (auto& attempt : attempts) {
    post(thread_part, RankProgress::Phase::checking, attempt.execution);
    check(thread_part, attempt, evidence);
  }
  return evidence;
}

}  // namespace tutti
