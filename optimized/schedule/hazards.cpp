#include "optimized/schedule/hazards.hpp"

#include <algorithm>

namespace tutti {

void Hazards::clear() {
  bounds_.clear();
  intervals_.clear();
  reads_.clear();
  latest_ = 0;
}

/// Adds the bounds of a range. Of ranges that follow each other, up or down, each shared bound is
/// added only once, which leaves less to sort.
void Hazards::announce(Range range) {
  const auto add = [&](std::int64_t bound) {
    const auto known = bounds_.size();
    if (known > 0 && bounds_[known - 1] == bound) return;
    if (known > 2 && bounds_[known - 3] == bound) return;
    bounds_.push_back(bound);
  };
  add(range.offset);
  add(range.end());
}

/// Sorts by counting, instead of comparing, where the bounds are dense: schedules of thousands of
/// ranks spent a quarter of their time in std::sort.
void Hazards::sort_bounds() {
  if (bounds_.empty()) return;
  const auto [low, high] = std::minmax_element(bounds_.begin(), bounds_.end());
  const auto lowest = *low, highest = *high;
  if (highest - lowest > 4 * std::ssize(bounds_)) {
    std::sort(bounds_.begin(), bounds_.end());
    bounds_.erase(std::unique(bounds_.begin(), bounds_.end()), bounds_.end());
    return;
  }
  occurs_.assign(static_cast<std::size_t>(highest - lowest) + 1, 0);
  for (const auto bound : bounds_) occurs_[static_cast<std::size_t>(bound - lowest)] = 1;
  bounds_.clear();
  for (auto bound = lowest; bound <= highest; ++bound)
    if (occurs_[static_cast<std::size_t>(bound - lowest)]) bounds_.push_back(bound);
}

void Hazards::begin() {
  sort_bounds();
  intervals_.resize(bounds_.size());
}

std::size_t Hazards::interval_at(std::int64_t offset) {
  for (const auto near : {latest_, latest_ + 1, latest_ - 1})
    if (near < bounds_.size() && bounds_[near] == offset) return latest_ = near;
  const auto found = std::lower_bound(bounds_.begin(), bounds_.end(), offset);
  return latest_ = static_cast<std::size_t>(found - bounds_.begin());
}

void Hazards::read(Range range, StepId reader, std::vector<StepId>& waits_for) {
  for (auto i = interval_at(range.offset); bounds_[i] < range.end(); ++i) {
    auto& interval = intervals_[i];
    if (interval.writer != no_step) waits_for.push_back(interval.writer);
    reads_.push_back({reader, interval.last_read});
    interval.last_read = static_cast<std::int32_t>(reads_.size() - 1);
  }
}

void Hazards::write(Range range, StepId writer, std::vector<StepId>& waits_for) {
  for (auto i = interval_at(range.offset); bounds_[i] < range.end(); ++i) {
    auto& interval = intervals_[i];
    if (interval.last_read == none && interval.writer != no_step)
      waits_for.push_back(interval.writer);
    for (auto read = interval.last_read; read != none;
         read = reads_[static_cast<std::size_t>(read)].previous)
      waits_for.push_back(reads_[static_cast<std::size_t>(read)].reader);
    interval = {.writer = writer};
  }
}

}  // namespace tutti
