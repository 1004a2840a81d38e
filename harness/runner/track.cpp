#include "harness/runner/track.hpp"

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

const Operation& operation_of(const Track& track, const Attempt& attempt) {
  return track.test.operations[attempt.execution.operation];
}

void post(const Track& track, Board::Phase phase, const Execution& execution) {
  track.board.post(phase, execution.repetition, static_cast<int>(execution.operation));
}

std::vector<Attempt> prepare(const Track& track) {
  std::vector<Attempt> attempts;
  for (int repetition = 0; repetition < track.test.repetitions; ++repetition)
    for (std::size_t i = 0; i < track.test.operations.size(); ++i) {
      const Execution execution{.operation = i, .repetition = repetition, .lane = track.lane};
      post(track, Board::Phase::preparing, execution);
      auto* activation = track.activations[attempts.size() % track.activations.size()];
      attempts.push_back(
          {execution, activation,
           Workspace(track.resources, track.test, execution, track.place, activation->comm())});
    }
  return attempts;
}

void wait_before(const Track& track, const Attempt& attempt) {
  const auto& delays = operation_of(track, attempt).delays_us;
  const int delay_us = delays[static_cast<std::size_t>(track.place.rank) % delays.size()];
  if (delay_us > 0) std::this_thread::sleep_for(std::chrono::microseconds(delay_us));
}

void enter(const Track& track, Attempt& attempt) {
  post(track, Board::Phase::entering, attempt.execution);
  wait_before(track, attempt);
  post(track, Board::Phase::inside, attempt.execution);
  attempt.entered_ns = now_ns();
}

void run_blocking(const Track& track, Attempt& attempt) {
  enter(track, attempt);
  attempt.error_code = attempt.activation->run(attempt.workspace.call());
  attempt.left_ns = now_ns();
  attempt.substituted = attempt.activation->ran() == Ran::no;
}

void start(const Track& track, Attempt& attempt) {
  enter(track, attempt);
  attempt.error_code = attempt.activation->start(attempt.workspace.call(), &attempt.request);
  attempt.substituted = attempt.activation->ran() == Ran::no;
}

void complete(const Track& track, Attempt& attempt) {
  post(track, Board::Phase::inside, attempt.execution);
  if (attempt.error_code == MPI_SUCCESS)
    attempt.error_code = PMPI_Wait(&attempt.request, MPI_STATUS_IGNORE);
  attempt.left_ns = now_ns();
}

void check(const Track& track, Attempt& attempt, Evidence& evidence) {
  const auto& operation = operation_of(track, attempt);
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
    evidence.passages.push_back({index, repetition, lane, barrier ? attempt.entered_ns : 0,
                                 barrier ? attempt.left_ns : 0, digest});
}

}  // namespace

Evidence run(const Track& track) {
  std::vector<Attempt> attempts = prepare(track);
  if (track.case_number > 0) track.board.meet_before_calls(track.case_number, track.test.ranks);
  for (auto& attempt : attempts)
    track.nonblocking ? start(track, attempt) : run_blocking(track, attempt);
  if (track.nonblocking)
    for (auto& attempt : attempts) complete(track, attempt);
  if (track.case_number > 0) track.board.meet_behind_calls(track.case_number, track.test.ranks);
  Evidence evidence;
  for (auto& attempt : attempts) {
    post(track, Board::Phase::checking, attempt.execution);
    check(track, attempt, evidence);
  }
  return evidence;
}

}  // namespace tutti
