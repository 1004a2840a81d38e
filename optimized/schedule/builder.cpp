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

/// Cuts the run that holds `at` in its inside into two, so that a run begins there.
template <class Runs>
void cut(Runs& runs, std::int64_t at) {
  auto next = runs.upper_bound(at);
  if (next == runs.begin()) return;
  auto run = std::prev(next);
  if (run->first == at || run->second.end <= at) return;
  auto tail = run->second;
  run->second.end = at;
  runs.emplace_hint(next, at, std::move(tail));
}

}  // namespace

ScheduleBuilder::StepId ScheduleBuilder::send(int peer, Region source) {
  const auto id = add({.action = Action::send,
                       .peer = peer,
                       .message = next_message(sent_to_, peer),
                       .source = source});
  read(source, id);
  return id;
}

ScheduleBuilder::StepId ScheduleBuilder::receive(int peer, Region target) {
  const auto id = add({.action = Action::receive,
                       .peer = peer,
                       .message = next_message(received_from_, peer),
                       .target = target});
  write(target, id);
  return id;
}

ScheduleBuilder::StepId ScheduleBuilder::receive_combine(int peer, Region target, Order order) {
  const auto id = add({.action = Action::receive_combine,
                       .order = order,
                       .peer = peer,
                       .message = next_message(received_from_, peer),
                       .target = target});
  write(target, id);
  return id;
}

ScheduleBuilder::StepId ScheduleBuilder::copy(Region source, Region target) {
  assert(source.range.length == target.range.length);
  const auto id = add({.action = Action::copy, .source = source, .target = target});
  read(source, id);
  write(target, id);
  return id;
}

ScheduleBuilder::StepId ScheduleBuilder::combine(Region source, Region target, Order order) {
  assert(source.range.length == target.range.length);
  const auto id =
      add({.action = Action::combine, .order = order, .source = source, .target = target});
  read(source, id);
  write(target, id);
  return id;
}

void ScheduleBuilder::fence() {
  std::vector<StepId> fenced;
  for (auto id = fence_begin_; id < schedule_.steps.size(); ++id)
    if (schedule_.steps[id].action != Action::send) fenced.push_back(id);
  fence_begin_ = static_cast<StepId>(schedule_.steps.size());
  if (!fenced.empty()) fenced_ = std::move(fenced);
}

Region ScheduleBuilder::scratch(std::int64_t units) {
  const Region region{Buffer::scratch, {schedule_.scratch_units, units}};
  schedule_.scratch_units += units;
  return region;
}

ScheduleBuilder::StepId ScheduleBuilder::add(Step step) {
  const auto id = static_cast<StepId>(schedule_.steps.size());
  schedule_.steps.push_back(step);
  schedule_.waits_for.push_back(0);
  for (const auto on : fenced_) depend(on);
  for (const auto on : extra_dependencies_) depend(on);
  extra_dependencies_.clear();
  return id;
}

void ScheduleBuilder::depend(StepId on) {
  const auto waiting = schedule_.steps.size() - 1;
  if (on != waiting) edges_.push_back(std::uint64_t{on} << 32 | waiting);
}

ScheduleBuilder::Accesses& ScheduleBuilder::accesses(Buffer buffer) {
  assert(buffer != Buffer::input);
  return buffer == Buffer::output ? output_ : scratch_;
}

void ScheduleBuilder::read(const Region& region, StepId reader) {
  if (region.range.length == 0 || region.buffer == Buffer::input) return;
  auto& runs = accesses(region.buffer);
  cut(runs, region.range.offset);
  cut(runs, region.range.end());
  for (auto run = runs.lower_bound(region.range.offset);
       run != runs.end() && run->first < region.range.end(); ++run) {
    for (const auto writer : run->second.writers) depend(writer);
    run->second.readers.push_back(reader);
  }
}

void ScheduleBuilder::write(const Region& region, StepId writer) {
  if (region.range.length == 0) return;
  auto& runs = accesses(region.buffer);
  cut(runs, region.range.offset);
  cut(runs, region.range.end());
  const auto first = runs.lower_bound(region.range.offset);
  auto last = first;
  for (; last != runs.end() && last->first < region.range.end(); ++last) {
    for (const auto earlier : last->second.writers) depend(earlier);
    for (const auto reader : last->second.readers) depend(reader);
  }
  runs.erase(first, last);
  runs[region.range.offset] = {region.range.end(), {writer}, {}};
}

Schedule ScheduleBuilder::finish() && {
  std::sort(edges_.begin(), edges_.end());
  edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
  auto& begin = schedule_.successor_begin;
  begin.assign(schedule_.steps.size() + 1, 0);
  schedule_.successors.reserve(edges_.size());
  for (const auto edge : edges_) {
    const auto waiting = static_cast<StepId>(edge);
    ++begin[(edge >> 32) + 1];
    ++schedule_.waits_for[waiting];
    schedule_.successors.push_back(waiting);
  }
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  return std::move(schedule_);
}

}  // namespace tutti
