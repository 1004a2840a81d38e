#pragma once

#include <vector>

namespace tutti {

/// Reads and writes memory: a = b + c over arrays that no cache holds.
class MemoryProbe {
 public:
  MemoryProbe();

  /// Returns samples of the rate in GB/s, three numbers moved for each. To be called by all ranks of
  /// a node at once.
  std::vector<double> samples();

 private:
  std::vector<double> a_, b_, c_;
};

/// Returns samples of the share of time that was taken from this process while it was ready to run:
/// a loop reads the clock, and gaps of more than 20 us count. Other processes, interrupts, and
/// hosts of virtual machines take time. Each sample takes 20 ms.
std::vector<double> stolen_time_samples();

}  // namespace tutti
