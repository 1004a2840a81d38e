#include "optimized/symbolic/execution.hpp"

namespace tutti {
namespace {

using StepId = MatchedSchedules::StepId;

/// One port of one rank, which handles the messages of one direction one after the other.
struct Port {
  StepId head;  ///< the next message, or the end of the rank's steps
  std::int32_t round = 0;
};

class OnePort {
 public:
  explicit OnePort(Machine& machine) : machine_(machine), schedules_(machine.schedules()) {}

  std::int64_t run() {
    for (int rank = 0; rank < schedules_.ranks(); ++rank) {
      sending_.push_back({next(rank, schedules_.begin(rank), true)});
      receiving_.push_back({next(rank, schedules_.begin(rank), false)});
    }
    for (int rank = 0; rank < schedules_.ranks(); ++rank)
      for (auto step = schedules_.begin(rank); step < schedules_.end(rank); ++step)
        if (schedules_.waits_for()[step] == 0) visit(rank, step);
    while (!next_wave_.empty()) {
      std::swap(wave_, next_wave_);
      next_wave_.clear();
      for (const auto send : wave_) transfer(send);
    }
    machine_.check_finished();
    return rounds_;
  }

 private:
  bool is_send(StepId step) const { return schedules_[step].action == Action::send; }

  StepId next(int rank, StepId step, bool send) const {
    while (step < schedules_.end(rank) && (schedules_[step].peer < 0 || is_send(step) != send))
      ++step;
    return step;
  }

  Port& port(int rank, bool send) {
    return (send ? sending_ : receiving_)[static_cast<std::size_t>(rank)];
  }

  /// Performs a local step, or posts a message if it is the next one of its port.
  void visit(int rank, StepId step) {
    if (!machine_.ready(step)) return;
    if (schedules_[step].peer < 0) {
      machine_.perform(rank, step);
      return complete(rank, step, machine_.ready_round(step));
    }
    if (port(rank, is_send(step)).head != step) return;
    machine_.post(step);
    const auto partner = schedules_[step].partner();
    if (machine_.posted(partner)) next_wave_.push_back(is_send(step) ? step : partner);
  }

  void transfer(StepId send) {
    const auto receive = schedules_[send].partner();
    const int sender = schedules_[receive].peer;
    const int receiver = schedules_[send].peer;
    machine_.deliver(receiver, receive, machine_.fetch(sender, send));
    const auto round = 1 + std::max({port(sender, true).round, port(receiver, false).round,
                                     machine_.ready_round(send), machine_.ready_round(receive)});
    rounds_ = std::max<std::int64_t>(rounds_, round);
    finish(sender, send, round);
    finish(receiver, receive, round);
  }

  /// Completes the message at one end and advances the port to the next one.
  void finish(int rank, StepId step, std::int32_t round) {
    const bool send = is_send(step);
    port(rank, send) = {next(rank, step + 1, send), round};
    complete(rank, step, round);
    if (const auto head = port(rank, send).head; head < schedules_.end(rank)) visit(rank, head);
  }

  void complete(int rank, StepId step, std::int32_t round) {
    machine_.complete(step, round, [&](StepId ready) { visit(rank, ready); });
  }

  Machine& machine_;
  const MatchedSchedules& schedules_;
  std::vector<Port> sending_, receiving_;  ///< per rank
  std::vector<StepId> wave_, next_wave_;   ///< sends that can proceed now, and in the next pass
  std::int64_t rounds_ = 0;
};

}  // namespace

std::int64_t run_one_port(Machine& machine) { return OnePort(machine).run(); }

}  // namespace tutti
