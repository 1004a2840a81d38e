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
  if (fenced.size() > 1) {
    // One step without data stands for all of them, or m steps before and n behind would need m n
    // dependencies.
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

ScheduleBuilder::StepId ScheduleBuilder::add(Step step) {
  const auto id = static_cast<StepId>(schedule_.steps.size());
  schedule_.steps.push_back(step);
  if (fence_) depend(*fence_);
  for (const auto on : extra_dependencies_) depend(on);
  extra_dependencies_.clear();
  return id;
}

void ScheduleBuilder::depend(StepId on) {
  const auto waiting = static_cast<StepId>(schedule_.steps.size() - 1);
  if (on != waiting) edges_.push_back({on, waiting});
}

void ScheduleBuilder::Runs::clear() {
  tree.clear();
  latest.fill(tree.end());
}

auto ScheduleBuilder::Runs::reaching(std::int64_t at, Access access) -> Tree::iterator& {
  auto& run = latest[static_cast<std::size_t>(access)];
  for (int i = 0; i < 6; ++i) {
    if (run != tree.end() && run->first <= at && at < run->second.end) return run;
    if (run != tree.end() && run->second.end <= at)
      ++run;
    else if (run != tree.begin() && std::prev(run)->second.end > at)
      --run;
    else
      return run;
  }
  run = tree.upper_bound(at);
  if (run != tree.begin())
    if (const auto before = std::prev(run); at < before->second.end) run = before;
  return run;
}

void ScheduleBuilder::Runs::cut(std::int64_t at, Access access) {
  auto& run = reaching(at, access);
  if (run == tree.end() || run->first >= at) return;
  const auto behind = tree.emplace_hint(std::next(run), at, run->second);
  run->second.end = at;
  run = behind;
}

auto ScheduleBuilder::Runs::cut_out(Range range, Access access) -> Tree::iterator& {
  auto& run = reaching(range.offset, access);
  if (run != tree.end() && run->first == range.offset && run->second.end == range.end()) return run;
  cut(range.end(), access);
  cut(range.offset, access);
  return reaching(range.offset, access);
}

auto ScheduleBuilder::Runs::erase(Tree::iterator run) -> Tree::iterator {
  for (auto& place : latest)
    if (place == run) ++place;
  return tree.erase(run);
}

void ScheduleBuilder::wait_for_accesses(const Run& run) {
  depend(run.writer);
  for (auto i = run.last_read; i != none; i = reads_[static_cast<std::size_t>(i)].previous)
    depend(reads_[static_cast<std::size_t>(i)].reader);
}

void ScheduleBuilder::read(const Region& region, StepId reader) {
  if (region.range.length == 0 || region.buffer == Buffer::input) return;
  auto& runs = region.buffer == Buffer::output ? output_ : scratch_;
  for (auto run = runs.cut_out(region.range, Access::read);
       run != runs.tree.end() && run->first < region.range.end(); ++run) {
    depend(run->second.writer);
    reads_.push_back({reader, run->second.last_read});
    run->second.last_read = static_cast<std::int32_t>(reads_.size() - 1);
  }
}

void ScheduleBuilder::write(const Region& region, StepId writer) {
  if (region.range.length == 0 || region.buffer == Buffer::input) return;
  auto& runs = region.buffer == Buffer::output ? output_ : scratch_;
  const Run written{region.range.end(), writer};
  auto& first = runs.cut_out(region.range, Access::write);
  if (first == runs.tree.end() || first->first != region.range.offset)
    first = runs.tree.emplace_hint(first, region.range.offset, written);
  else
    wait_for_accesses(first->second);
  first->second = written;
  for (auto run = std::next(first); run != runs.tree.end() && run->first < written.end;
       run = runs.erase(run))
    wait_for_accesses(run->second);
}

Schedule ScheduleBuilder::finish() {
  const auto steps = schedule_.steps.size();
  latest_waiting_.assign(steps, 0);
  std::erase_if(edges_, [&](Edge edge) {
    return std::exchange(latest_waiting_[edge.on], edge.waiting) == edge.waiting;
  });
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
  auto finished = std::move(schedule_);
  recycle({});
  return finished;
}

void ScheduleBuilder::recycle(Schedule&& schedule) {
  schedule_ = std::move(schedule);
  schedule_.steps.clear();
  schedule_.scratch_units = 0;
  edges_.clear();
  extra_dependencies_.clear();
  fence_.reset();
  fence_begin_ = 0;
  output_.clear();
  scratch_.clear();
  reads_.clear();
  sent_to_.clear();
  received_from_.clear();
}

}  // namespace tutti
