#pragma once

#include <span>
#include <vector>

#include "harness/accept/search/pair_rounds.hpp"

namespace tutti {

/// Measures one figure between nodes, such as the latency of 8 bytes.
class PairMeter {
 public:
  virtual ~PairMeter() = default;

  virtual int nodes() const = 0;

  /// Measures the rounds one after the other, the pairs of a round at the same time. Returns for
  /// each pair of each round its cost, above 0: a larger one is worse.
  virtual std::vector<std::vector<double>> measure(std::span<const PairRound> rounds) = 0;
};

}  // namespace tutti
