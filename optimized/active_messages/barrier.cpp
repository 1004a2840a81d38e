#include "optimized/active_messages/barrier.hpp"

#include <bit>
#include <cassert>

#include "optimized/active_messages/control_structure.hpp"
#include "optimized/schedule/schedule_of.hpp"

namespace tutti::active {
namespace {

bool is_awaited(const Step& step) { return step.is_message() && step.action != Action::send; }

/// Returns the bit that the rank of the schedule sets when the given message of `source` arrives.
int bit_of(const Schedule& schedule, int source, int message) {
  int bit = 0;
  for (const Step& step : schedule.steps) {
    if (!is_awaited(step)) continue;
    ++bit;
    if (step.peer == source && step.message == message) return bit;
  }
  throw std::logic_error("a barrier sends a message that nobody awaits");
}

}  // namespace

BarrierPlan make_barrier_plan(const Algorithm& algorithm, const Shape& shape,
                              const Parameters& parameters, int rank) {
  BarrierPlan plan{.signals_begin = {0}, .signals = {}, .sources = {rank}};
  for (const Step& step : schedule_of(algorithm, shape, parameters, rank).steps) {
    if (!step.is_message()) continue;
    if (is_awaited(step)) {
      plan.signals_begin.push_back(plan.signals.size());
      plan.sources.push_back(step.peer);
    } else {
      plan.signals.push_back(
          {step.peer,
           bit_of(schedule_of(algorithm, shape, parameters, step.peer), rank, step.message)});
    }
  }
  plan.signals_begin.push_back(plan.signals.size());
  return plan;
}

void BitVector::set(int bit) {
  assert(bit >= 0);
  const auto word = static_cast<std::size_t>(bit / word_bits);
  if (word >= words_.size()) words_.resize(word + 1);
  words_[word] |= std::uint64_t{1} << bit % word_bits;
}

bool BitVector::test(int bit) const {
  const auto word = static_cast<std::size_t>(bit / word_bits);
  return word < words_.size() && (words_[word] >> bit % word_bits & 1) != 0;
}

int BitVector::first_unset(int from) const {
  while (test(from)) ++from;
  return from;
}

void Barrier::begin(const BarrierPlan& plan) {
  plan_ = &plan;
  bits_ = plan.bits();
  ++sequence_;
  current_.swap(next_);
  next_.clear();
  current_.set(0);
  awaited_ = 0;
  advance();
}

void Barrier::arrived(std::uint32_t sequence, int bit) {
  const auto ahead = static_cast<std::int32_t>(sequence - sequence_);
  const bool under_way = !complete();
  if (ahead < 0 || ahead > 1 || (ahead == 0 && !under_way))
    throw fabric::FabricError("a message came for a barrier that is over");
  if (ahead == 1) return next_.set(bit);
  current_.set(bit);
  if (bit == awaited_) advance();
}

/// Moves past all synchronization points that are reached by now, and sends the signals that waited
/// for them.
void Barrier::advance() {
  const int reached = current_.first_unset(awaited_);
  assert(plan_ && static_cast<std::size_t>(reached) < plan_->signals_begin.size());
  const auto begin = plan_->signals_begin[static_cast<std::size_t>(awaited_)];
  const auto end = plan_->signals_begin[static_cast<std::size_t>(reached)];
  awaited_ = reached;
  for (auto i = begin; i < end; ++i)
    control_.send(plan_->signals[i].rank,
                  {.sequence = sequence_, .message = plan_->signals[i].bit, .kind = Kind::barrier},
                  {});
}

}  // namespace tutti::active
