#pragma once

#include "harness/measure/rounds.hpp"
#include "harness/results/statistics.hpp"

namespace tutti {

/// When there are samples enough.
struct Enough {
  double precision = 0.03;  ///< half the width of the median's interval, relative to the median
  int repetitions_min = 20;
  int repetitions_max = 2000;
};

/// How one point is measured.
struct Conditions {
  Pattern pattern = Pattern::balanced;
  bool cold_cache = false;
};

/// Collects samples of one operation, batch by batch, and adapts the window to what it takes. The
/// decisions are rank 0's; all ranks follow them.
class Sampler {
 public:
  Sampler(const Exchange& exchange, RoundTimer& timer, const Conditions& conditions);

  /// Collective: one more batch. The first call also finds out how long the operation takes.
  void take(const std::function<void()>& operation);

  /// At rank 0.
  const std::vector<double>& samples_us() const { return samples_us_; }
  int late_rounds() const { return late_rounds_; }
  bool precise(const Enough& enough) const;
  bool exhausted(const Enough& enough) const;

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
