#include "optimized/schedule/builder.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace tutti {
namespace {

std::int32_t next_message(std::vector<std::int32_t>& counts, int peer) {
  const auto index = static_cast<std::size_t>(peer);
  if (counts.size() <= index) counts.resize(index + 1);
  return counts[index]++;
}

}  // namespace

int ScheduleBuilder::rank_of(int peer) const {
  return part_ ? part_->ranks_[static_cast<std::size_t>(peer)] : peer;
}

Region ScheduleBuilder::memory_of(Region region) const {
  if (!part_) return region;
  if (region.range.length == 0) return {};
  if (region.buffer != Buffer::input && region.buffer != Buffer::output) return region;
  const Region& whole = region.buffer == Buffer::input ? part_->input_ : part_->output_;
  assert(region.range.end() <= whole.range.length);
  return whole.part(region.range);
}

ScheduleBuilder::StepId ScheduleBuilder::send(int peer, Region source) {
  const int rank = rank_of(peer);
  return add_message({.action = Action::send,
                      .peer = rank,
                      .message = next_message(sent_to_, rank),
                      .source = memory_of(source)});
}

ScheduleBuilder::StepId ScheduleBuilder::receive(int peer, Region target) {
  const int rank = rank_of(peer);
  return add_message({.action = Action::receive,
                      .peer = rank,
                      .message = next_message(received_from_, rank),
                      .target = memory_of(target)});
}

ScheduleBuilder::StepId ScheduleBuilder::receive_combine(int peer, Region target, Order order) {
  const int rank = rank_of(peer);
  return add_message({.action = Action::receive_combine,
                      .order = order,
                      .peer = rank,
                      .message = next_message(received_from_, rank),
                      .target = memory_of(target)});
}

ScheduleBuilder::StepId ScheduleBuilder::copy(Region source, Region target) {
  assert(source.range.length == target.range.length);
  const Region from = memory_of(source), to = memory_of(target);
  // In a part, the input and the output may be the same memory.
  if (part_ && from == to) return add({.action = Action::copy});
  return add({.action = Action::copy, .source = from, .target = to});
}

ScheduleBuilder::StepId ScheduleBuilder::combine(Region source, Region target, Order order) {
  assert(source.range.length == target.range.length);
  return add({.action = Action::combine,
              .order = order,
              .source = memory_of(source),
              .target = memory_of(target)});
}

void ScheduleBuilder::fence() {
  std::vector<StepId> fenced;
  for (auto id = fence_begin_; id < schedule_.steps.size(); ++id)
    if (schedule_.steps[id].action != Action::send) fenced.push_back(id);
  if (fenced.size() > 1) {
    // A single step without data represents all of them: otherwise m steps before and n steps after
    // the fence would need m n dependencies.
    for (const auto id : fenced) after(id);
    fence_ = copy({}, {});
  } else if (fenced.size() == 1) {
    fence_ = fenced.front();
  }
  fence_begin_ = static_cast<StepId>(schedule_.steps.size());
}

Region ScheduleBuilder::scratch(std::int64_t units) {
  const Region region{Buffer::scratch, {schedule_.scratch_units, units}};
  schedule_.scratch_units += units;
  return region;
}

Region ScheduleBuilder::vote(Region memory) {
  const Region region{Buffer::votes, {std::ssize(schedule_.votes), 1}};
  assert(!part_);  // its memory would have to be that of all ranks
  schedule_.votes.push_back(memory);
  return region;
}

void ScheduleBuilder::decide_by(Region vote) {
  vote_ = vote.range.length > 0 ? static_cast<std::int32_t>(vote.range.offset) : -1;
}

ScheduleBuilder::StepId ScheduleBuilder::add_message(Step step) {
  const Region& data = step.message_data();
  if (data.buffer != Buffer::votes && data.range.length > 0) step.vote = vote_;
  return add(step);
}

ScheduleBuilder::StepId ScheduleBuilder::add(Step step) {
  const auto id = static_cast<StepId>(schedule_.steps.size());
  schedule_.steps.push_back(step);
  for_reads(step, [](Hazards& hazards, Range range) { hazards.announce(range); });
  for_data(step.target, [](Hazards& hazards, Range range) { hazards.announce(range); });
  if (fence_) explicit_edges_.push_back({*fence_, id});
  for (const auto on : extra_dependencies_) explicit_edges_.push_back({on, id});
  extra_dependencies_.clear();
  return id;
}

Hazards& ScheduleBuilder::hazards_of(Buffer buffer) {
  if (buffer == Buffer::votes) return votes_;
  return buffer == Buffer::output ? output_ : scratch_;
}

/// Calls `visit` with the range of a region that can change, if it is not empty. The input never
/// changes.
template <class Visit>
void ScheduleBuilder::for_data(const Region& region, Visit visit) {
  if (region.range.length == 0 || region.buffer == Buffer::input) return;
  visit(hazards_of(region.buffer), region.range);
}

template <class Visit>
void ScheduleBuilder::for_reads(const Step& step, Visit visit) {
  for_data(step.source, visit);
  if (step.vote >= 0) visit(votes_, Range{step.vote, 1});
}

void ScheduleBuilder::infer_edges() {
  output_.begin();
  scratch_.begin();
  votes_.begin();
  latest_waiting_.assign(schedule_.steps.size(), 0);
  auto demanded = explicit_edges_.begin();
  for (StepId id = 0; id < schedule_.steps.size(); ++id) {
    waits_for_.clear();
    for (; demanded != explicit_edges_.end() && demanded->waiting == id; ++demanded)
      waits_for_.push_back(demanded->on);
    for_reads(schedule_.steps[id],
              [&](Hazards& hazards, Range range) { hazards.read(range, id, waits_for_); });
    for_data(schedule_.steps[id].target,
             [&](Hazards& hazards, Range range) { hazards.write(range, id, waits_for_); });
    for (const auto on : waits_for_)
      if (on != id && std::exchange(latest_waiting_[on], id) != id) edges_.push_back({on, id});
  }
}

/// Turns the edges around: from the steps that each step waits for to the steps that wait for each.
void ScheduleBuilder::link() {
  const auto steps = schedule_.steps.size();
  auto& begin = schedule_.successor_begin;
  begin.assign(steps + 1, 0);
  schedule_.waits_for.assign(steps, 0);
  for (const auto edge : edges_) {
    ++begin[edge.on + 1];
    ++schedule_.waits_for[edge.waiting];
  }
  for (std::size_t i = 1; i <= steps; ++i) begin[i] += begin[i - 1];
  schedule_.successors.resize(edges_.size());
  auto& next = latest_waiting_;
  std::copy(begin.begin(), begin.end() - 1, next.begin());
  for (const auto edge : edges_) schedule_.successors[next[edge.on]++] = edge.waiting;
}

Schedule ScheduleBuilder::finish() {
  infer_edges();
  link();
  auto finished = std::move(schedule_);
  recycle({});
  return finished;
}

void ScheduleBuilder::recycle(Schedule&& schedule) {
  schedule_ = std::move(schedule);
  schedule_.steps.clear();
  schedule_.scratch_units = 0;
  schedule_.votes.clear();
  explicit_edges_.clear();
  edges_.clear();
  extra_dependencies_.clear();
  fence_.reset();
  fence_begin_ = 0;
  vote_ = -1;
  output_.clear();
  scratch_.clear();
  votes_.clear();
  sent_to_.clear();
  received_from_.clear();
}

}  // namespace tutti
