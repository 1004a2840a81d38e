#include "harness/verify/leader.hpp"

#include <fmt/core.h>

#include "harness/verify/crash.hpp"

namespace tutti {
namespace {

constexpr int could_not_run = 3;

/// The case as this rank ran it. What goes wrong in the harness itself is a complaint, too; it is
/// said at once, since the other ranks may wait in the case for this one.
Evidence run_locally(Runner& runner, const std::string& line, bool fresh) {
  set_running_case(line);
  Evidence evidence;
  try {
    evidence = runner.run(parse_case(line), fresh);
  } catch (const std::exception& error) {
    evidence.complaints.push_back({std::string("the case could not be run: ") + error.what()});
    fmt::print(stderr, "tutti: {}: {}\n", evidence.complaints.back().text, line);
  }
  set_running_case("");
  return evidence;
}

}  // namespace

Leader::Leader(const Control& control, Runner& runner, Board& board,
               std::chrono::milliseconds limit, OnHang on_hang)
    : control_(control),
      runner_(runner),
      board_(board),
      watchdog_(board, limit, [this, &board, on_hang = std::move(on_hang)] {
        on_hang(current_, board.describe());
      }) {}

Leader::~Leader() {
  if (!stopped_) stop(could_not_run);
}

Outcome Leader::run(const Case& test, bool fresh) {
  const Outcome outcome = run_once(test, fresh);
  if (!library_excused_ || outcome.complaints.empty() || test.subject != "mpi") return outcome;
  Case beneath = test;
  beneath.subject = "pmpi";
  const bool library_is_right = run_once(beneath, fresh).complaints.empty();
  return library_is_right ? outcome : Outcome{.complaints = {}, .substituted = true};
}

Outcome Leader::run_once(const Case& test, bool fresh) {
  const std::string line = print(test);
  current_ = test;
  watchdog_.arm();
  control_.give({fresh ? Order::Kind::run_fresh : Order::Kind::run_used, line});
  const Evidence own = run_locally(runner_, line, fresh);
  board_.post(Board::Phase::done);
  std::vector<Evidence> evidence{own};
  for (const auto& answer : control_.collect()) evidence.push_back(evidence_from(answer));
  watchdog_.disarm();
  const Outcome outcome = judge(test, evidence, board_.one_host());
  if (outcome.failed()) {
    control_.give({Order::Kind::distrust, {}});
    runner_.distrust();
  }
  return outcome;
}

int Leader::stop(int status) {
  control_.give({Order::Kind::stop, std::to_string(status)});
  stopped_ = true;
  return status;
}

int serve(const Control& control, Runner& runner, Board& board, std::chrono::milliseconds limit) {
  const Watchdog watchdog(board, limit);
  while (true) {
    const Order order = control.await();
    if (order.kind == Order::Kind::stop) return std::stoi(order.text);
    if (order.kind == Order::Kind::distrust) {
      runner.distrust();
      continue;
    }
    const bool fresh = order.kind == Order::Kind::run_fresh;
    const auto evidence = run_locally(runner, order.text, fresh);
    board.post(Board::Phase::done);
    control.answer(to_text(evidence));
  }
}

}  // namespace tutti
