#include "optimized/symbolic/machine.hpp"

#include <fmt/core.h>

#include <cassert>

namespace tutti {

void Machine::reset(const MatchedSchedules& schedules, const Shape& shape, const Meaning& meaning,
                    const std::function<bool(int)>& votes_yes) {
  schedules_ = &schedules;
  memory_.reset(schedules, shape, meaning, votes_yes);
  progress_.clear();
  progress_.reserve(schedules.size());
  for (const auto waits_for : schedules.waits_for()) progress_.push_back({waits_for, 0});
  done_ = 0;
}

void Machine::perform(int rank, StepId step) {
  assert(ready(step));
  const auto source = memory_.read(rank, step, input_);
  taken_.assign(source.begin(), source.end());
  memory_.write(rank, step, taken_);
}

std::span<const Provenance> Machine::fetch(int rank, StepId send) {
  return memory_.read(rank, send, input_);
}

bool Machine::finished(int rank) const {
  for (auto step = schedules_->begin(rank); step < schedules_->end(rank); ++step)
    if (!done(step)) return false;
  return true;
}

int Machine::finished_rank(int except) const {
  for (int rank = 0; rank < schedules_->ranks(); ++rank)
    if (rank != except && finished(rank)) return rank;
  return -1;
}

void Machine::check_finished() const {
  if (done_ == schedules_->size()) return;
  std::string waiting;
  constexpr int ranks_to_name = 4;
  int stuck = 0;
  for (int rank = 0; rank < schedules_->ranks(); ++rank) {
    for (auto step = schedules_->begin(rank); step < schedules_->end(rank); ++step) {
      if (!ready(step) && !posted(step)) continue;
      if (++stuck <= ranks_to_name)
        waiting += fmt::format("{}rank {} waits at {}", stuck > 1 ? ", " : "", rank,
                               schedules_->describe(step));
      break;
    }
  }
  if (stuck > ranks_to_name) waiting += fmt::format(", and {} more", stuck - ranks_to_name);
  throw Refuted("deadlock: " + waiting);
}

}  // namespace tutti
