#include "optimized/symbolic/program.hpp"

#include <fmt/core.h>

#include <array>

namespace tutti {
namespace {

constexpr std::array buffer_names{"input", "output", "scratch"};
constexpr std::array action_names{"send to", "receive from", "receive and combine from", "copy",
                                  "combine"};

/// Units in each buffer of one rank.
using Limits = std::array<std::int64_t, 3>;

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

}  // namespace

Program::Program(const Algorithm& algorithm, const Shape& shape, const Parameters& parameters) {
  successor_begin_.push_back(0);
  for (int rank = 0; rank < shape.ranks; ++rank) {
    ScheduleBuilder builder;
    algorithm.build(shape, parameters, rank, builder);
    append(std::move(builder).finish(), shape, rank);
    if (rank == 0 && shape.ranks > 1024) {  // a good guess saves the copies of growing
      steps_.reserve(steps_.size() * static_cast<std::size_t>(shape.ranks));
      waits_for_.reserve(steps_.capacity());
      successor_begin_.reserve(steps_.capacity() + 1);
    }
  }
  match();
}

void Program::append(const Schedule& schedule, const Shape& shape, int rank) {
  const Limits limits{shape.input_units(rank), shape.output_units(rank), schedule.scratch_units};
  const auto base = first_step_.back();
  for (std::size_t i = 0; i < schedule.steps.size(); ++i) {
    const auto& step = schedule.steps[i];
    check(step, limits, rank, i);
    if (step.is_message() && step.peer >= shape.ranks)
      throw Refuted(fmt::format("no such peer: rank {} step {} names rank {} of {}", rank, i,
                                step.peer, shape.ranks));
    const auto length = std::max(step.source.range.length, step.target.range.length);
    steps_.push_back({step.action, step.order, step.source.buffer, step.target.buffer, step.peer, 0,
                      static_cast<std::uint32_t>(step.source.range.offset),
                      static_cast<std::uint32_t>(step.target.range.offset),
                      static_cast<std::uint32_t>(length)});
    if (step.action == Action::send) {
      ++messages_;
      if (length == 0) ++empty_messages_;
      units_ += length;
    }
    const auto successors_before = static_cast<std::uint32_t>(successors_.size());
    for (const auto successor : schedule.successors_of(i)) successors_.push_back(base + successor);
    successor_begin_.push_back(successors_before +
                               static_cast<std::uint32_t>(schedule.successors_of(i).size()));
  }
  waits_for_.insert(waits_for_.end(), schedule.waits_for.begin(), schedule.waits_for.end());
  first_step_.push_back(static_cast<StepId>(steps_.size()));
  scratch_units_.push_back(schedule.scratch_units);
}

std::vector<Program::StepId> Program::receives_by_sender(int rank) const {
  std::vector<StepId> place(static_cast<std::size_t>(ranks()) + 1, 0);
  for (auto step = begin(rank); step < end(rank); ++step)
    if (is_receive(steps_[step].action)) ++place[static_cast<std::size_t>(steps_[step].peer) + 1];
  for (std::size_t i = 1; i < place.size(); ++i) place[i] += place[i - 1];
  std::vector<StepId> receives(place.back());
  for (auto step = begin(rank); step < end(rank); ++step)
    if (is_receive(steps_[step].action))
      receives[place[static_cast<std::size_t>(steps_[step].peer)]++] = step;
  return receives;
}

/// Senders are taken in ascending order, so each receiver's list, sorted by sender, is used up
/// from its front.
void Program::match() {
  std::vector<std::vector<StepId>> receives;
  std::vector<std::size_t> next(static_cast<std::size_t>(ranks()), 0);
  for (int rank = 0; rank < ranks(); ++rank) receives.push_back(receives_by_sender(rank));
  const auto never_sent = [&](StepId step) {
    return Refuted(
        fmt::format("unmatched: rank {} {} is never sent", rank_of(step), describe(step)));
  };
  for (int sender = 0; sender < ranks(); ++sender) {
    for (auto step = begin(sender); step < end(sender); ++step) {
      auto& send = steps_[step];
      if (send.action != Action::send) continue;
      const auto receiver = static_cast<std::size_t>(send.peer);
      if (next[receiver] == receives[receiver].size())
        throw Refuted(
            fmt::format("unmatched: rank {} {} is never received", sender, describe(step)));
      send.partner = receives[receiver][next[receiver]++];
      auto& receive = steps_[send.partner];
      if (receive.peer < sender) throw never_sent(send.partner);
      if (receive.peer > sender)
        throw Refuted(
            fmt::format("unmatched: rank {} {} is never received", sender, describe(step)));
      if (receive.length != send.length)
        throw Refuted(fmt::format("unmatched: rank {} {} has {} units, its receiver expects {}",
                                  sender, describe(step), send.length, receive.length));
      receive.partner = step;
    }
  }
  for (std::size_t rank = 0; rank < receives.size(); ++rank)
    if (next[rank] < receives[rank].size()) throw never_sent(receives[rank][next[rank]]);
}

int Program::rank_of(StepId step) const {
  const auto after = std::upper_bound(first_step_.begin(), first_step_.end(), step);
  return static_cast<int>(after - first_step_.begin()) - 1;
}

std::string Program::describe(StepId step) const {
  const auto& it = steps_[step];
  auto text = fmt::format("step {} ({}", step - begin(rank_of(step)),
                          action_names[static_cast<std::size_t>(it.action)]);
  if (it.peer >= 0) text += fmt::format(" {}", it.peer);
  return text + ")";
}

}  // namespace tutti
