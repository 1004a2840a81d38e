#include "optimized/symbolic/execution.hpp"

#include <fmt/core.h>

#include <cassert>

#include "contract/splitmix.hpp"

namespace tutti {

bool Interleaving::refuses(int rank, int ranks) const {
  if (refusals == 0) return false;
  if (refusals % 2 == 1)
    return static_cast<std::uint64_t>(rank) == refusals / 2 % static_cast<std::uint64_t>(ranks);
  constexpr unsigned one_in = 4;
  return mix(refusals, static_cast<std::uint64_t>(rank)) % one_in == 0;
}

Execution::Execution(Machine& machine, const Interleaving& interleaving, Lateness lateness)
    : machine_(machine),
      schedules_(machine.schedules()),
      interleaving_(interleaving),
      lateness_(std::move(lateness)),
      random_(interleaving.seed) {
  if (interleaving_.buffered) sent_.resize(schedules_.size());
}

void Execution::run() {
  const int late = interleaving_.late;
  for (int rank = 0; rank < schedules_.ranks(); ++rank)
    if (rank != late) enter(rank);
  run_ready_steps();
  if (late >= 0) {
    check_lateness();
    enter(late);
    run_ready_steps();
  }
  machine_.check_finished();
}

void Execution::check_lateness() const {
  const int late = interleaving_.late;
  if (const int early = machine_.finished_rank(late); lateness_.barrier && early >= 0)
    throw Refuted(fmt::format("wrong result: rank {} left before rank {} entered", early, late));
  if (!lateness_.may_wait) return;
  for (int rank = 0; rank < schedules_.ranks(); ++rank)
    if (rank != late && !lateness_.may_wait(rank) && !machine_.finished(rank))
      throw Refuted(
          fmt::format("lateness spreads: rank {} waits until rank {} enters", rank, late));
}

void Execution::enter(int rank) {
  for (auto step = schedules_.begin(rank); step < schedules_.end(rank); ++step)
    if (schedules_.waits_for()[step] == 0) pool_.push_back(step);
}

void Execution::run_ready_steps() {
  while (next_ < pool_.size()) visit(pick());
  pool_.clear();
  next_ = 0;
}

MatchedSchedules::StepId Execution::pick() {
  assert(next_ < pool_.size());
  if (interleaving_.pick == Interleaving::Pick::oldest) return pool_[next_++];
  if (interleaving_.pick == Interleaving::Pick::random)
    std::swap(pool_[random_() % pool_.size()], pool_.back());
  const auto step = pool_.back();
  pool_.pop_back();
  return step;
}

void Execution::visit(StepId step) {
  switch (schedules_[step].action) {
    case Action::copy:
    case Action::combine:
      machine_.perform(schedules_.rank_of(step), step);
      return complete(step);
    case Action::send:
      return visit_send(step);
    case Action::receive:
    case Action::receive_combine:
      return visit_receive(step);
  }
}

void Execution::visit_send(StepId step) {
  const auto receive = schedules_[step].partner();
  if (interleaving_.buffered) {
    const auto sent = machine_.fetch(schedules_[receive].peer, step);
    sent_[step].assign(sent.begin(), sent.end());
    complete(step);
  } else {
    machine_.post(step);
  }
  if (machine_.posted(receive)) pool_.push_back(receive);
}

/// Posts the receive at the first visit, and completes it at the second one, which comes after the
/// send.
void Execution::visit_receive(StepId step) {
  const auto send = schedules_[step].partner();
  const int rank = schedules_[send].peer;
  if (machine_.ready(step)) {
    machine_.post(step);
    if (machine_.posted(send) || machine_.done(send)) pool_.push_back(step);
    return;
  }
  if (interleaving_.buffered) {
    assert(machine_.done(send));
    machine_.deliver(rank, step, sent_[send]);
    std::vector<Provenance>().swap(sent_[send]);
  } else {
    machine_.deliver(rank, step, machine_.fetch(schedules_[step].peer, send));
    complete(send);
  }
  complete(step);
}

void Execution::complete(StepId step) {
  machine_.complete(step, 0, [&](StepId ready) { pool_.push_back(ready); });
}

}  // namespace tutti
