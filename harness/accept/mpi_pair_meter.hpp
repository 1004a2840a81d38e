#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/accept/node_layout.hpp"
#include "harness/accept/search/pair_meter.hpp"

namespace tutti {

/// What two nodes do to be measured: they send a message to and fro.
struct PairTest {
  std::string measure = "latency";
  std::int64_t bytes = 8;  ///< of the message
  int repetitions = 50;    ///< of which the cost is the median
  int ranks_per_node = 1;  ///< that do so at once, each with one of the other node
};

/// 8 bytes.
PairTest latency_test();
/// 1 MiB, in turn: messages that cross disturb each other's acknowledgements on slow links, so that
/// their times differ by more than a node that is to be found.
PairTest bandwidth_test(int ranks_per_node);

/// Measures pairs of nodes by messages of the MPI library itself. The cost is the time in
/// microseconds of half a round trip, and of the slowest ranks if there are several per node. Ranks that wait for their round sleep. A round that follows
/// a round of one pair begins when that has ended; other rounds may overlap, since each node does
/// one thing after the other.
class MpiPairMeter : public PairMeter {
 public:
  /// Both must outlive the meter. Each node must have the test's ranks.
  MpiPairMeter(const Exchange& exchange, const NodeLayout& layout, PairTest test);

  int nodes() const override { return layout_.nodes(); }

  /// At rank 0, while all others are in follow().
  std::vector<std::vector<double>> measure(std::span<const PairRound> rounds) override;

  /// Takes part in what rank 0 measures, until rank 0 calls stop(). At all ranks but 0.
  void follow();
  void stop();

 private:
  std::vector<double> take_part(const std::vector<PairRound>& rounds);
  std::span<const int> ranks_of(int node) const;
  void wait_for_end(const NodePair& pair) const;
  void tell_end(const PairRound& next) const;
  double time_with(int peer, bool first);

  const Exchange& exchange_;
  const NodeLayout& layout_;
  PairTest test_;
  std::vector<char> sent_, received_;
};

}  // namespace tutti
