#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "harness/accept/search/pair_meter.hpp"
#include "harness/accept/search/slow_search.hpp"

namespace tutti {

/// Deviations of measured costs from what is usual for the pair, as logarithms, in the order in
/// which the pairs were measured, one at a time, on a cluster without known faults.
using RecordedNoise = std::vector<double>;

/// A part of a simulated cluster that is slow.
struct InjectedFault {
  Suspect part;
  std::string measure = "bandwidth";
  double factor = 1;  ///< of the costs of its pairs
};

/// A simulated cluster, all of whose nodes and links are equal but for faults. A pair across
/// several slow parts is as slow as the slowest of them. Measured costs deviate from the true ones
/// by noise that is resampled in blocks from recorded noise: values that were measured one after
/// the other remain neighbours. Pairs that are measured at the same time share no disturbance.
class SimulatedPairs : public PairMeter {
 public:
  SimulatedPairs(int nodes, std::string measure, std::vector<InjectedFault> faults,
                 const RecordedNoise& noise, std::uint64_t seed);

  int nodes() const override { return nodes_; }
  std::vector<std::vector<double>> measure(std::span<const PairRound> rounds) override;

  std::int64_t measured_pairs() const { return measured_pairs_; }
  std::int64_t measured_rounds() const { return measured_rounds_; }

 private:
  double true_cost(const NodePair& pair) const;

  int nodes_;
  std::string measure_;
  std::vector<InjectedFault> faults_;
  const RecordedNoise& noise_;
  std::mt19937_64 random_;
  std::int64_t measured_pairs_ = 0, measured_rounds_ = 0;
};

}  // namespace tutti
