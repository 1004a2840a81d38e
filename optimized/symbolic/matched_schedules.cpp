#include "optimized/symbolic/matched_schedules.hpp"

#include <fmt/core.h>

#include <array>

namespace tutti {
namespace {

constexpr std::array buffer_names{"input", "output", "scratch", "votes"};
constexpr std::array action_names{"send to", "receive from", "receive and combine from", "copy",
                                  "combine"};

/// Units in each buffer of one rank.
using Limits = std::array<std::int64_t, 4>;

void check_bounds(const Region& region, const Limits& limits, int rank, std::size_t step) {
  const auto buffer = static_cast<std::size_t>(region.buffer);
  const auto [offset, length] = region.range;
  if (offset < 0 || length < 0 || offset + length > limits[buffer])
    throw Refuted(fmt::format("out of bounds: rank {} step {} uses {}[{}, {}), which has {} units",
                              rank, step, buffer_names[buffer], offset, offset + length,
                              limits[buffer]));
}

void check(const Step& step, const Limits& limits, int rank, std::size_t index) {
  check_bounds(step.source, limits, rank, index);
  check_bounds(step.target, limits, rank, index);
  if (step.target.buffer == Buffer::input)
    throw Refuted(fmt::format("input written: rank {} step {}", rank, index));
  if (!step.is_message() && step.source.range.length != step.target.range.length)
    throw Refuted(fmt::format("unequal lengths: rank {} step {} takes {} units into {}", rank,
                              index, step.source.range.length, step.target.range.length));
}

bool is_receive(Action action) {
  return action == Action::receive || action == Action::receive_combine;
}

bool brings_data(const Step& step) {
  return is_receive(step.action) && step.target.buffer != Buffer::votes;
}

bool is_of_vote(const Step& step) {
  return step.source.buffer == Buffer::votes || step.target.buffer == Buffer::votes;
}

/// Checks that every rank votes on all memory that a vote decides about, and votes without waiting
/// for data.
void check_votes(const Schedule& schedule, int rank) {
  std::vector<bool> waits_for_data(schedule.steps.size());
  for (std::size_t i = 0; i < schedule.steps.size(); ++i) {
    const auto& step = schedule.steps[i];
    if (step.vote >= std::ssize(schedule.votes))
      throw Refuted(fmt::format("no such vote: rank {} step {}", rank, i));
    if (step.vote >= 0 && step.action == Action::receive && !schedule.votes_on(step))
      throw Refuted(fmt::format("nobody asked: rank {} step {} receives by a vote", rank, i));
    if (waits_for_data[i] && is_of_vote(step))
      throw Refuted(fmt::format("vote waits: rank {} step {} comes behind a message", rank, i));
    if (waits_for_data[i] || brings_data(step))
      for (const auto successor : schedule.successors_of(i)) waits_for_data[successor] = true;
  }
}

}  // namespace

void MatchedSchedules::load(const Algorithm& algorithm, const Shape& shape,
                            const Parameters& parameters) {
  clear();
  Schedule schedule;
  for (int rank = 0; rank < shape.ranks; ++rank) {
    builder_.recycle(std::move(schedule));
    algorithm.build(shape, parameters, rank, builder_);
    schedule = builder_.finish();
    if (rank == 0) reserve(schedule, shape.ranks);
    append(schedule, shape, rank);
  }
  steps_.push_back(Step{.first_successor = static_cast<std::uint32_t>(successors_.size())});
  match();
}

void MatchedSchedules::clear() {
  first_step_.assign(1, 0);
  steps_.clear();
  waits_for_.clear();
  successors_.clear();
  scratch_units_.clear();
  asked_.clear();
  first_vote_.assign(1, 0);
  votes_of_steps_.clear();
  messages_ = empty_messages_ = units_ = 0;
}

/// Reserves memory as if all ranks had little more steps than the first. Vectors that grow touch
/// three times as much memory, and the first access to memory is what takes the time.
void MatchedSchedules::reserve(const Schedule& first, int ranks) {
  const auto all = static_cast<std::size_t>(ranks) + static_cast<std::size_t>(ranks) / 8;
  steps_.reserve(all * first.steps.size() + 1);
  waits_for_.reserve(all * first.steps.size());
  successors_.reserve(all * first.successors.size());
}

void MatchedSchedules::append(const Schedule& schedule, const Shape& shape, int rank) {
  const Limits limits{shape.input_units(rank), shape.output_units(rank), schedule.scratch_units,
                      std::ssize(schedule.votes)};
  if (!schedule.votes.empty()) check_votes(schedule, rank);
  append_votes(schedule);
  const auto base = first_step_.back();
  for (std::size_t i = 0; i < schedule.steps.size(); ++i) {
    const auto& step = schedule.steps[i];
    check(step, limits, rank, i);
    if (step.is_message() && step.peer >= shape.ranks)
      throw Refuted(fmt::format("no such peer: rank {} step {} names rank {} of {}", rank, i,
                                step.peer, shape.ranks));
    const auto length = std::max(step.source.range.length, step.target.range.length);
    const MatchedSchedules::Step compact{step.action,
                                         step.order,
                                         step.source.buffer,
                                         step.target.buffer,
                                         step.peer,
                                         static_cast<std::uint32_t>(step.source.range.offset),
                                         static_cast<std::uint32_t>(step.target.range.offset),
                                         static_cast<std::uint32_t>(length),
                                         static_cast<std::uint32_t>(successors_.size())};
    steps_.push_back(compact);
    if (step.action == Action::send) {
      ++messages_;
      if (length == 0) ++empty_messages_;
      if (step.source.buffer != Buffer::votes) units_ += length;
    }
    for (const auto successor : schedule.successors_of(i)) successors_.push_back(base + successor);
  }
  waits_for_.insert(waits_for_.end(), schedule.waits_for.begin(), schedule.waits_for.end());
  first_step_.push_back(static_cast<StepId>(steps_.size()));
  scratch_units_.push_back(schedule.scratch_units);
}

void MatchedSchedules::append_votes(const Schedule& schedule) {
  for (const Region& memory : schedule.votes) asked_.push_back(memory.range.length > 0);
  first_vote_.push_back(asked_.size());
  if (asked_.empty()) return;
  votes_of_steps_.resize(first_step_.back(), -1);
  for (const auto& step : schedule.steps) votes_of_steps_.push_back(step.vote);
}

/// Appends the receives of one rank, from index `place` on, and returns the index past them.
MatchedSchedules::StepId MatchedSchedules::sort_receives_by_sender(int rank, StepId place) {
  auto& place_from = place_from_sender_;
  place_from.assign(static_cast<std::size_t>(ranks()) + 1, 0);
  for (auto step = begin(rank); step < end(rank); ++step)
    if (is_receive(steps_[step].action))
      ++place_from[static_cast<std::size_t>(steps_[step].peer) + 1];
  place_from[0] = place;
  for (std::size_t i = 1; i < place_from.size(); ++i) place_from[i] += place_from[i - 1];
  const auto end_of_receives = place_from.back();
  receives_.resize(end_of_receives);
  for (auto step = begin(rank); step < end(rank); ++step)
    if (is_receive(steps_[step].action))
      receives_[place_from[static_cast<std::size_t>(steps_[step].peer)]++] = step;
  return end_of_receives;
}

Refuted MatchedSchedules::never_sent(StepId receive) const {
  return Refuted(
      fmt::format("unmatched: rank {} {} is never sent", rank_of(receive), describe(receive)));
}

/// Matches sends and receives. Senders are visited in ascending order, so that the receives of each
/// rank, sorted by sender, are used up from the front.
void MatchedSchedules::match() {
  receives_.clear();
  receives_.reserve(static_cast<std::size_t>(messages_));
  next_receive_.clear();
  end_of_receives_.clear();
  for (int rank = 0; rank < ranks(); ++rank) {
    next_receive_.push_back(static_cast<StepId>(receives_.size()));
    end_of_receives_.push_back(sort_receives_by_sender(rank, next_receive_.back()));
  }
  for (int sender = 0; sender < ranks(); ++sender)
    for (auto step = begin(sender); step < end(sender); ++step)
      if (steps_[step].action == Action::send) match_send(sender, step);
  for (std::size_t rank = 0; rank < next_receive_.size(); ++rank)
    if (next_receive_[rank] < end_of_receives_[rank])
      throw never_sent(receives_[next_receive_[rank]]);
}

void MatchedSchedules::match_send(int sender, StepId step) {
  auto& send = steps_[step];
  const auto receiver = static_cast<std::size_t>(send.peer);
  auto& next = next_receive_[receiver];
  if (next == end_of_receives_[receiver] || steps_[receives_[next]].peer > sender)
    throw Refuted(fmt::format("unmatched: rank {} {} is never received", sender, describe(step)));
  const auto partner = receives_[next++];
  auto& receive = steps_[partner];
  if (receive.peer < sender) throw never_sent(partner);
  if (receive.length != send.length)
    throw Refuted(fmt::format("unmatched: rank {} {} has {} units, its receiver expects {}", sender,
                              describe(step), send.length, receive.length));
  send.match(partner);
  receive.match(step);
}

int MatchedSchedules::rank_of(StepId step) const {
  const auto after = std::upper_bound(first_step_.begin(), first_step_.end(), step);
  return static_cast<int>(after - first_step_.begin()) - 1;
}

std::string MatchedSchedules::describe(StepId step) const {
  const auto& it = steps_[step];
  auto text = fmt::format("step {} ({}", step - begin(rank_of(step)),
                          action_names[static_cast<std::size_t>(it.action)]);
  if (it.peer >= 0) text += fmt::format(" {}", it.peer);
  return text + ")";
}

}  // namespace tutti
