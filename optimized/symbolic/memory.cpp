#include "optimized/symbolic/memory.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>

namespace tutti {

void Memory::reset(const MatchedSchedules& schedules, const Shape& shape, const Meaning& meaning,
                   const std::function<bool(int)>& votes_yes) {
  schedules_ = &schedules;
  meaning_ = &meaning;
  const auto lay_out = [&](Buffers& buffers, auto units_of) {
    buffers.first_of_rank.assign(1, 0);
    for (int rank = 0; rank < shape.ranks; ++rank)
      buffers.first_of_rank.push_back(buffers.first_of_rank.back() +
                                      static_cast<std::size_t>(units_of(rank)));
    buffers.units.assign(buffers.first_of_rank.back(), Provenance{});
  };
  lay_out(output_, [&](int rank) { return shape.output_units(rank); });
  lay_out(scratch_, [&](int rank) { return schedules.scratch_units(rank); });
  lay_out(votes_, [&](int rank) { return std::ssize(schedules.asked(rank)); });
  if (!schedules.votes()) return;
  auto* vote = votes_.units.data();
  for (int rank = 0; rank < shape.ranks; ++rank)
    for (const bool asked : schedules.asked(rank)) *vote++ = !asked || votes_yes(rank) ? yes : no;
}

const Memory::Buffers& Memory::buffers(Buffer buffer) const {
  if (buffer == Buffer::votes) return votes_;
  return buffer == Buffer::output ? output_ : scratch_;
}

std::span<const Provenance> Memory::find(int rank, Buffer buffer, std::uint32_t offset,
                                         std::uint32_t length) const {
  assert(buffer != Buffer::input);
  const auto& [units, first_of_rank] = buffers(buffer);
  return std::span(units).subspan(first_of_rank[static_cast<std::size_t>(rank)] + offset, length);
}

std::span<const Provenance> Memory::read(int rank, MatchedSchedules::StepId step,
                                         std::vector<Provenance>& input) const {
  const auto& it = (*schedules_)[step];
  if (it.source_buffer == Buffer::input) {
    input.assign(it.length, meaning_->input(rank, it.source));
    for (std::uint32_t i = 0; i < it.length; ++i) input[i].index += i;
    return input;
  }
  const auto source = find(rank, it.source_buffer, it.source, it.length);
  std::size_t unwritten = 0;  // counted instead of searched for, to avoid branches
  for (const auto unit : source) unwritten += unit.index == Provenance::unwritten;
  if (unwritten > 0) refute_read(rank, step, source);
  return source;
}

void Memory::refute_read(int rank, MatchedSchedules::StepId step,
                         std::span<const Provenance> source) const {
  const auto& it = (*schedules_)[step];
  const auto first = std::find_if(source.begin(), source.end(), [](Provenance unit) {
    return unit.index == Provenance::unwritten;
  });
  throw Refuted(fmt::format("read before written: rank {} {} reads {}[{}]", rank,
                            schedules_->describe(step),
                            it.source_buffer == Buffer::output ? "output" : "scratch",
                            it.source + (first - source.begin())));
}

void Memory::write(int rank, MatchedSchedules::StepId step, std::span<const Provenance> units) {
  const auto& it = (*schedules_)[step];
  assert(units.size() == it.length);
  const auto place = find(rank, it.target_buffer, it.target, it.length);
  auto* const target = const_cast<Provenance*>(place.data());
  if (it.action == Action::receive || it.action == Action::copy) {
    std::copy(units.begin(), units.end(), target);
    return;
  }
  if (it.target_buffer == Buffer::votes) {
    for (std::size_t i = 0; i < units.size(); ++i)
      if (units[i] == no) target[i] = no;
    return;
  }
  for (std::size_t i = 0; i < units.size(); ++i)
    if (!meaning_->combine(units[i], target[i], it.order))
      refute_combination(rank, step, units[i], target[i]);
}

void Memory::refute_combination(int rank, MatchedSchedules::StepId step, Provenance source,
                                Provenance target) const {
  const char* what = target.index == Provenance::unwritten ? "read before written"
                     : source.index != target.index        ? "wrong elements combined"
                                                           : "wrong order of ranks";
  const bool before = (*schedules_)[step].order == Order::before;
  throw Refuted(fmt::format(
      "{}: rank {} {} combines {} with {}", what, rank, schedules_->describe(step),
      meaning_->describe(before ? source : target), meaning_->describe(before ? target : source)));
}

void Memory::check_results() const {
  std::vector<Provenance> expected;
  for (int rank = 0; rank < schedules_->ranks(); ++rank) {
    meaning_->expect(rank, expected);
    const auto& first = output_.first_of_rank;
    const auto size =
        first[static_cast<std::size_t>(rank) + 1] - first[static_cast<std::size_t>(rank)];
    const auto got = find(rank, Buffer::output, 0, static_cast<std::uint32_t>(size));
    assert(expected.size() <= got.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
      if (got[i] != expected[i])
        throw Refuted(fmt::format("wrong result: rank {} output[{}] holds {}, expected {}", rank, i,
                                  meaning_->describe(got[i]), meaning_->describe(expected[i])));
  }
}

}  // namespace tutti
