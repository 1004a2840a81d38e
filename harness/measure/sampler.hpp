#pragma once

#include "harness/measure/round_timer.hpp"
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
};

/// Collects samples of one operation, batch by batch, and adapts the window of the rounds to the
/// time of the operation. Rank 0 decides; all ranks follow.
class Sampler {
 public:
  Sampler(const Exchange& exchange, RoundTimer& timer, const Conditions& conditions);

  /// Measures one more batch. The first call also estimates the time of the operation. Collective.
  void take(const std::function<void()>& operation);

  /// The following results are valid at rank 0 only.
  const std::vector<double>& samples_us() const { return samples_us_; }
  int late_rounds() const { return late_rounds_; }
  bool precise(const StopCriterion& enough) const;
  bool exhausted(const StopCriterion& enough) const;

 private:
  void calibrate(const std::function<void()>& operation);
  Batch batch(const std::function<void()>& operation);
  void adapt(const Batch& batch);

  const Exchange& exchange_;
  RoundTimer& timer_;
  Pace pace_;
  bool calibrated_ = false;
  std::vector<double> samples_us_;
  int late_rounds_ = 0;
};

}  // namespace tutti
