#pragma once

#include "harness/measure/round_timer.hpp"
#include "harness/results/measurement.hpp"
#include "harness/results/statistics.hpp"

namespace tutti {

/// The criterion for having enough samples.
struct StopCriterion {
  double precision = 0.03;  ///< half the width of the median's interval, relative to the median
  int repetitions_min = 20;
  int repetitions_max = 2000;
};

/// The conditions under which a point is measured.
struct Conditions {
  Pattern pattern = Pattern::balanced;
  bool cold_cache = false;
  Timing timing = Timing::clock;
};

/// Collects samples of one operation, batch by batch, and adapts the window of the rounds to the
/// time of the operation. Rounds that clocks made uncertain adapt it, too, but are no samples. Rank
/// 0 decides; all ranks follow.
class Sampler {
 public:
  Sampler(const Exchange& exchange, RoundTimer& timer, const Conditions& conditions);

  /// Measures one more batch. The first call also estimates the time of the operation. Collective.
  void take(const std::function<void()>& operation);

  /// The following results are valid at rank 0 only.
  const std::vector<double>& samples_us() const { return samples_us_; }
  int late_rounds() const { return late_rounds_; }
  /// Rounds that all ranks began in time, but by clocks too uncertain for them to be samples.
  int uncertain_rounds() const { return uncertain_rounds_; }
  /// The largest bound of a clock's error during the samples, in microseconds. If no sample was
  /// taken by clocks, the error that prevented it.
  double clock_error_us() const;
  /// Whether the clocks were too uncertain for all of several batches.
  bool clock_is_unusable() const;
  bool precise(const StopCriterion& enough) const;
  bool exhausted(const StopCriterion& enough) const;

  /// Samples round-times from now on, and forgets the samples so far. To be called at all ranks.
  void use_round_time();
  Timing timing() const { return timing_; }

 private:
  void calibrate(const std::function<void()>& operation);
  Batch batch(const std::function<void()>& operation);
  void keep(const Batch& batch);
  void adapt(const Batch& batch);

  const Exchange& exchange_;
  RoundTimer& timer_;
  Pace pace_;
  Timing timing_;
  bool calibrated_ = false;
  std::vector<double> samples_us_;
  int late_rounds_ = 0;
  int uncertain_rounds_ = 0;
  int uncertain_batches_ = 0;
  double clock_error_us_ = 0;
  double uncertain_error_us_ = 0;
};

}  // namespace tutti
