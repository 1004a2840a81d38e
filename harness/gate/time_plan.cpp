#include "harness/gate/time_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace tutti {
namespace {

constexpr double share_of_first_turns = 0.5;
constexpr double seconds_max = 60;         // so that what a launch brought is soon known
constexpr double pairs_per_finding = 200;  // where something was found, more is likely

}  // namespace

std::string to_text(const LaunchKind& kind) {
  return fmt::format("{} on {} ranks{}", kind.target, kind.ranks, kind.leaks ? ", leaks" : "");
}

TimePlan::TimePlan(std::vector<LaunchKind> kinds, double seconds)
    : kinds_(std::move(kinds)),
      seconds_each_(std::min(seconds * share_of_first_turns / static_cast<double>(kinds_.size()),
                             seconds_max)) {
  assert(!kinds_.empty());
}

std::size_t TimePlan::next_index() const {
  if (turns_ < kinds_.size()) return turns_;
  return static_cast<std::size_t>(std::ranges::max_element(worth_) - worth_.begin());
}

const LaunchKind& TimePlan::next() const { return kinds_[next_index()]; }

double TimePlan::seconds_of_next(double seconds_left) const {
  if (!each_had_its_turn()) {
    const auto waiting = static_cast<double>(kinds_.size() - turns_);
    return std::min(seconds_each_, seconds_left / waiting);
  }
  return std::min(seconds_each_, seconds_left);
}

void TimePlan::note(const LaunchYield& yield) {
  const double brought = yield.new_pairs + pairs_per_finding * yield.new_findings;
  const double worth = brought / std::max(yield.seconds, 0.001);
  if (turns_ < kinds_.size())
    worth_.push_back(worth);
  else
    worth_[next_index()] = worth;
  ++turns_;
}

}  // namespace tutti
