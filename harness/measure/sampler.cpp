#include "harness/measure/sampler.hpp"

#include <algorithm>
#include <utility>

namespace tutti {
namespace {

constexpr double window_us_min = 30;
constexpr double window_us_max = 2e6;
// Short batches let subjects alternate often, since disturbances of the machine outlast many
// rounds.
constexpr double batch_us = 4000;
constexpr double batch_rounds_max = 8;
// A single batch may fall into a disturbance of the network.
constexpr int batches_before_unusable = 3;

/// Returns the time, in microseconds, that it takes to evict all buffers from the caches in each
/// round.
double cooling_us(const Pace& pace) {
  return pace.cold_cache ? static_cast<double>(last_level_cache_bytes()) / 500 : 0;
}

}  // namespace

Sampler::Sampler(const Exchange& exchange, RoundTimer& timer, const Conditions& conditions)
    : exchange_(exchange), timer_(timer), timing_(conditions.timing) {
  pace_.pattern = conditions.pattern;
  pace_.cold_cache = conditions.cold_cache;
}

Batch Sampler::batch(const std::function<void()>& operation) {
  return timing_ == Timing::clock ? timer_.time(operation, pace_)
                                  : timer_.round_time(operation, pace_);
}

void Sampler::calibrate(const std::function<void()>& operation) {
  const auto arrival = std::exchange(pace_.pattern, Pattern::balanced);
  pace_.rounds = 3;
  pace_.window_us += cooling_us(pace_);
  bool in_time = false;
  while (!in_time && pace_.window_us < window_us_max) {
    const auto first = batch(operation);
    if (!first.samples_us.empty()) pace_.spread_us = summarize(first.samples_us).median;
    in_time = exchange_.share_flag(first.samples_us.size() >= 2);
    if (!in_time) {
      pace_.window_us *= 4;
      pace_.expected_us *= 4;
      continue;
    }
    pace_.pattern = arrival;
    adapt(first);
  }
  pace_.pattern = arrival;
  calibrated_ = true;
}

void Sampler::adapt(const Batch& batch) {
  double window = pace_.window_us;
  if (!batch.samples_us.empty()) {
    const double spread = pace_.pattern == Pattern::balanced ? 0 : pace_.spread_us;
    const double needed = 1.5 * summarize(batch.samples_us).p95 + spread + cooling_us(pace_);
    window = std::max({window_us_min, needed, calibrated_ ? 0.7 * pace_.window_us : 0});
  }
  if (batch.overrun_rounds * 4 > pace_.rounds) window = std::max(window, 1.5 * pace_.window_us);
  window = std::min(window, window_us_max);
  const double rounds = std::clamp(batch_us / window, 2.0, batch_rounds_max);
  const double expected =
      batch.samples_us.empty() ? 2 * pace_.expected_us : summarize(batch.samples_us).median;
  const auto shared = exchange_.share_values({window, rounds, pace_.spread_us, expected});
  pace_.window_us = shared[0];
  pace_.rounds = static_cast<int>(shared[1]);
  pace_.spread_us = shared[2];
  pace_.expected_us = shared[3];
}

void Sampler::take(const std::function<void()>& operation) {
  if (!calibrated_) calibrate(operation);
  if (!pace_.cold_cache) operation();  // warm-up after other subjects ran
  const auto taken = batch(operation);
  keep(taken);
  adapt(taken);
}

void Sampler::keep(const Batch& batch) {
  late_rounds_ += batch.late_rounds;
  if (batch.uncertain) {
    ++uncertain_batches_;
    uncertain_rounds_ += static_cast<int>(batch.samples_us.size());
    uncertain_error_us_ = batch.clock_error_us;
    return;
  }
  clock_error_us_ = std::max(clock_error_us_, batch.clock_error_us);
  samples_us_.insert(samples_us_.end(), batch.samples_us.begin(), batch.samples_us.end());
}

double Sampler::clock_error_us() const {
  return samples_us_.empty() || timing_ == Timing::round_time ? uncertain_error_us_
                                                              : clock_error_us_;
}

bool Sampler::clock_is_unusable() const {
  return timing_ == Timing::clock && samples_us_.empty() &&
         uncertain_batches_ >= batches_before_unusable;
}

void Sampler::use_round_time() {
  timing_ = Timing::round_time;
  samples_us_.clear();
  late_rounds_ = 0;
}

bool Sampler::precise(const StopCriterion& enough) const {
  return static_cast<int>(samples_us_.size()) >= enough.repetitions_min &&
         relative_width(summarize(samples_us_)) <= enough.precision;
}

bool Sampler::exhausted(const StopCriterion& enough) const {
  return static_cast<int>(samples_us_.size()) >= enough.repetitions_max;
}

}  // namespace tutti
