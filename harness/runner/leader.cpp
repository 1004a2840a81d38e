#include "harness/runner/leader.hpp"

#include <fmt/core.h>

#include "harness/case/case_communicators.hpp"
#include "harness/case/intercommunicator.hpp"
#include "harness/case/problem.hpp"
#include "harness/runner/crash.hpp"

namespace tutti {
namespace {

constexpr int could_not_run = 3;

/// Runs the case at this rank. An error of the harness itself becomes a complaint, too, and is
/// printed at once, since the other ranks may wait in the case for this one.
RankOutcome run_locally(RankRunner& runner, const std::string& line, bool fresh) {
  set_running_case(line);
  RankOutcome rank_outcome;
  try {
    rank_outcome = runner.run(parse_case(line), fresh);
  } catch (const std::exception& error) {
    rank_outcome.complaints.push_back({std::string("the case could not be run: ") + error.what()});
    fmt::print(stderr, "tutti: {}: {}\n", rank_outcome.complaints.back().text, line);
  }
  set_running_case("");
  return rank_outcome;
}

/// Returns the bytes of the inputs of all ranks, each times the number of ranks that it is sent to.
std::int64_t bytes_moved(const Case& test) {
  using enum Collective;
  std::int64_t bytes = 0;
  for (const auto& operation : test.operations) {
    std::int64_t elements = 0;
    for (int rank = 0; rank < test.ranks; ++rank)
      elements += total(input_blocks({operation, test.ranks, 0, test.group}, rank));
    const auto collective = operation.collective;
    const bool to_all = collective == bcast || collective == allgather || collective == allgatherv;
    bytes +=
        elements * operation.run_length * bytes_of(operation.element) * (to_all ? test.ranks : 1);
  }
  return bytes * test.repetitions;
}

/// Returns the time that the data of a case may take beyond the hang limit. Many ranks on few cores
/// that pack pairs with gaps are slow, and a rank shows no progress within a call. Runs have no gaps.
std::chrono::milliseconds time_to_move(const Case& test) {
  constexpr std::int64_t slowest_bytes_per_ms = 10'000;
  constexpr std::int64_t slowest_bytes_of_runs_per_ms = 200'000;
  return std::chrono::milliseconds(
      bytes_moved(test) / (has_runs(test) ? slowest_bytes_of_runs_per_ms : slowest_bytes_per_ms));
}

Outcome hang(const std::string& where) {
  return {.complaints = {{"the case did not end: " + where}}, .ended = Ended::hung};
}

}  // namespace

Leader::Leader(RankContext& rank, std::chrono::milliseconds hang_limit, OnHang on_hang,
               std::function<void()> on_look)
    : Executor(hang_limit),
      rank_(rank),
      watchdog_(
          rank.progress,
          [this, on_hang = std::move(on_hang)] {
            const bool brief = this->hang_limit() <= short_hang_limit;
            on_hang(current_, hang(rank_.progress.describe(!brief)));
          },
          std::move(on_look)) {}

Leader::~Leader() {
  if (!stopped_) stop(could_not_run);
}

Outcome Leader::run(const Case& test, bool fresh) {
  const std::string line = print(test);
  current_ = test;
  watchdog_.arm(hang_limit() + time_to_move(test));
  rank_.coordinator.give({fresh ? Order::Kind::run_fresh : Order::Kind::run_used, line});
  const RankOutcome own = run_locally(rank_.runner, line, fresh);
  rank_.progress.post(RankProgress::Phase::done);
  std::vector<RankOutcome> rank_outcomes{own};
  for (const auto& answer : rank_.coordinator.collect())
    rank_outcomes.push_back(rank_outcome_from(answer));
  watchdog_.disarm();
  const Outcome outcome = judge(test, rank_outcomes, rank_.progress.one_host());
  if (outcome.failed()) {
    rank_.coordinator.give({Order::Kind::set_aside, {}});
    rank_.runner.set_aside();
  }
  return outcome;
}

bool Leader::applicable(const Case& test) {
  const Subject& subject = rank_.runner.subject(test.subject);
  const bool other_communicators =
      is_intercommunicator(test.group) || test.handles == Handles::all_freed;
  if (other_communicators && !subject.takes_any_communicator()) return false;
  if (!test.law.empty()) return true;
  for (const int ranks : communicator_sizes(test))
    for (const auto& operation : test.operations)
      if (!subject.applicable(shape_of(operation, ranks, test.group))) return false;
  return true;
}

int Leader::stop(int status) {
  rank_.coordinator.give({Order::Kind::stop, std::to_string(status)});
  stopped_ = true;
  return status;
}

int serve(RankContext& rank) {
  const Watchdog watchdog(rank.progress);
  while (true) {
    const Order order = rank.coordinator.await();
    if (order.kind == Order::Kind::stop) return std::stoi(order.text);
    if (order.kind == Order::Kind::set_aside) {
      rank.runner.set_aside();
      continue;
    }
    const bool fresh = order.kind == Order::Kind::run_fresh;
    const auto rank_outcome = run_locally(rank.runner, order.text, fresh);
    rank.progress.post(RankProgress::Phase::done);
    rank.coordinator.answer(to_text(rank_outcome));
  }
}

}  // namespace tutti
