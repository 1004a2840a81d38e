#include "harness/runner/case_thread.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <list>
#include <optional>
#include <thread>
#include <utility>

#include "harness/case/program_handles.hpp"
#include "harness/runner/made_beside.hpp"
#include "harness/runner/own_message.hpp"
#include "harness/runner/request_completion.hpp"

namespace tutti {
namespace {

/// One call of the thread: its buffers, the activation that runs it, and its results.
struct Attempt {
  Execution execution;
  Activation* activation;
  std::optional<ProgramCommunicator> own_comm;  ///< of this call alone, if the case frees it
  Workspace workspace;
  MPI_Request request = MPI_REQUEST_NULL;
  int error_code = MPI_SUCCESS;
  int completions = 0;  ///< how often MPI said that the request is complete
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

/// Returns a communicator for one call, if the case frees that of each call; else none.
std::optional<ProgramCommunicator> own_communicator(const Case& test,
                                                    const Activation& activation) {
  if (test.handles != Handles::all_freed) return std::nullopt;
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(activation.comm(), &comm);
  PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  return ProgramCommunicator(comm, MPI_COMM_NULL);
}

/// Prepares all calls: those of every repetition, unless a call is made once and then repeated.
std::vector<Attempt> prepare(const CaseThread& case_thread) {
  std::vector<Attempt> attempts;
  const int repetitions =
      case_thread.form == CallForm::persistent ? 1 : case_thread.test.repetitions;
  for (int repetition = 0; repetition < repetitions; ++repetition)
    for (std::size_t i = 0; i < case_thread.test.operations.size(); ++i) {
      const Execution execution{.operation = i, .repetition = repetition, .lane = case_thread.lane};
      post(case_thread, RankProgress::Phase::preparing, execution);
      auto* activation = case_thread.activations[attempts.size() % case_thread.activations.size()];
      auto own_comm = own_communicator(case_thread.test, *activation);
      const MPI_Comm comm = own_comm ? own_comm->get() : activation->comm();
      attempts.push_back(
          {execution, activation, std::move(own_comm),
           Workspace(case_thread.resources, case_thread.test, execution, case_thread.place, comm)});
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
  attempt.workspace.free_handles();
  attempt.own_comm.reset();
}

const RequestFunctions& functions_of(const CaseThread& case_thread) {
  return case_thread.activations.front()->request_functions();
}

/// Completes the calls that were started without an error.
void complete(const CaseThread& case_thread, std::vector<Attempt>& attempts) {
  std::vector<Attempt*> started;
  std::vector<MPI_Request> requests;
  for (auto& attempt : attempts) {
    if (attempt.error_code != MPI_SUCCESS) continue;
    started.push_back(&attempt);
    requests.push_back(attempt.request);
  }
  if (!started.empty()) post(case_thread, RankProgress::Phase::inside, started.front()->execution);
  complete(functions_of(case_thread), case_thread.test.completion, requests,
           [&](std::size_t index, int error_code) {
             started[index]->error_code = error_code;
             started[index]->left_ns = now_ns();
             ++started[index]->completions;
           });
  // So that buffers are no longer in use. The requests of non-blocking calls may be gone after an error.
  for (auto* attempt : started)
    if (attempt->completions == 0 || case_thread.form == CallForm::persistent)
      PMPI_Wait(&attempt->request, MPI_STATUS_IGNORE);
}

void initialize(const CaseThread& case_thread, Attempt& attempt) {
  post(case_thread, RankProgress::Phase::entering, attempt.execution);
  attempt.error_code = attempt.activation->initialize(attempt.workspace.call(), &attempt.request);
  attempt.workspace.free_handles();
}

/// Gives the call the data of another repetition.
void renew(const CaseThread& case_thread, Attempt& attempt, int repetition) {
  attempt.execution.repetition = repetition;
  attempt.completions = 0;
  attempt.workspace.renew(case_thread.test, attempt.execution, case_thread.place);
}

/// Starts initialized calls. Ranks need not start them in the same order.
void start_again(const CaseThread& case_thread, std::vector<Attempt>& attempts, int repetition) {
  const std::size_t first =
      static_cast<std::size_t>(case_thread.place.rank + repetition) % attempts.size();
  std::ranges::rotate(attempts, attempts.begin() + static_cast<std::ptrdiff_t>(first));
  std::vector<MPI_Request> requests;
  for (auto& attempt : attempts) {
    if (attempt.error_code != MPI_SUCCESS) continue;
    enter(case_thread, attempt);
    if (case_thread.test.seed % 2 == 0)
      requests.push_back(attempt.request);
    else
      attempt.error_code = functions_of(case_thread).start(&attempt.request);
  }
  if (requests.empty()) return;  // Open MPI 5.0 refuses an empty list without an address
  const int code =
      functions_of(case_thread).start_all(static_cast<int>(requests.size()), requests.data());
  for (auto& attempt : attempts)
    if (code != MPI_SUCCESS && attempt.error_code == MPI_SUCCESS) attempt.error_code = code;
}

void check(const CaseThread& case_thread, Attempt& attempt, RankOutcome& rank_outcome) {
  const auto& operation = operation_of(case_thread, attempt);
  const auto& [index, repetition, lane] = attempt.execution;
  const auto complain = [&](const std::string& what, bool portability) {
    rank_outcome.complaints.push_back(
        {fmt::format("operation {} ({}), repetition {}: {}", index + 1, name(operation.collective),
                     repetition + 1, what),
         portability});
  };
  for (const Mismatch& mismatch : attempt.workspace.check(attempt.error_code))
    complain(describe(mismatch), mismatch.fault == Fault::not_portable);
  const int completions = case_thread.form == CallForm::blocking ? 0 : 1;
  if (attempt.completions != completions && attempt.error_code == MPI_SUCCESS)
    complain(fmt::format("MPI said {} times that the request is complete", attempt.completions),
             false);
  rank_outcome.substituted |= attempt.substituted;
  const auto digest = attempt.workspace.agreement();
  const bool barrier = operation.collective == Collective::barrier;
  if (barrier || digest)
    rank_outcome.calls.push_back({index, repetition, lane, barrier ? attempt.entered_ns : 0,
                                  barrier ? attempt.left_ns : 0, digest});
}

void check_all(const CaseThread& case_thread, std::vector<Attempt>& attempts,
               RankOutcome& rank_outcome) {
  for (auto& attempt : attempts) {
    post(case_thread, RankProgress::Phase::checking, attempt.execution);
    check(case_thread, attempt, rank_outcome);
  }
}

/// Makes the communicators that the case wants beside its calls.
void make_beside(const CaseThread& case_thread, RankOutcome& rank_outcome) {
  for (int number = 0; number < case_thread.test.made_beside; ++number)
    for (const Activation* activation : case_thread.activations) {
      case_thread.progress.post(RankProgress::Phase::making_communicators);
      if (const auto wrong = make_beside(case_thread.test.group, activation->comm(), number))
        rank_outcome.complaints.push_back({*wrong});
    }
}

/// Runs persistent calls. They are initialized with data that no repetition has.
void run_persistent(const CaseThread& case_thread, std::vector<Attempt>& attempts,
                    RankOutcome& rank_outcome) {
  for (auto& attempt : attempts) {
    renew(case_thread, attempt, case_thread.test.repetitions);
    initialize(case_thread, attempt);
  }
  for (int repetition = 0; repetition < case_thread.test.repetitions; ++repetition) {
    for (auto& attempt : attempts) renew(case_thread, attempt, repetition);
    start_again(case_thread, attempts, repetition);
    if (repetition == 0) make_beside(case_thread, rank_outcome);
    complete(case_thread, attempts);
    check_all(case_thread, attempts, rank_outcome);
  }
  // Ranks have started them in different orders, but free communicators in the same.
  std::ranges::sort(attempts, {},
                    [](const Attempt& attempt) { return attempt.execution.operation; });
  for (auto& attempt : attempts) attempt.own_comm.reset();
  for (auto& attempt : attempts)
    if (attempt.request != MPI_REQUEST_NULL) functions_of(case_thread).free(&attempt.request);
}

}  // namespace

RankOutcome run(const CaseThread& case_thread) {
  RankOutcome rank_outcome;
  std::vector<Attempt> attempts = prepare(case_thread);
  std::list<OwnMessage> own_messages;
  for (const Activation* activation : case_thread.activations)
    own_messages.emplace_back(case_thread.test, case_thread.place, activation->comm());
  if (case_thread.case_number > 0)
    case_thread.progress.meet_before_calls(case_thread.case_number, case_thread.test.ranks);
  switch (case_thread.form) {
    case CallForm::blocking:
      make_beside(case_thread, rank_outcome);
      for (auto& attempt : attempts) run_blocking(case_thread, attempt);
      break;
    case CallForm::nonblocking:
      for (auto& attempt : attempts) start(case_thread, attempt);
      make_beside(case_thread, rank_outcome);
      complete(case_thread, attempts);
      break;
    case CallForm::persistent:
      run_persistent(case_thread, attempts, rank_outcome);
      break;
  }
  if (case_thread.case_number > 0)
    case_thread.progress.meet_behind_calls(case_thread.case_number, case_thread.test.ranks);
  post(case_thread, RankProgress::Phase::returned, attempts.back().execution);
  for (OwnMessage& message : own_messages)
    if (const auto wrong = message.complete())
      rank_outcome.complaints.push_back({"the program's own message: " + *wrong});
  if (case_thread.form != CallForm::persistent) check_all(case_thread, attempts, rank_outcome);
  return rank_outcome;
}

}  // namespace tutti
