#pragma once

#include <optional>

#include "harness/accept/node_layout.hpp"
#include "harness/accept/node_probes.hpp"
#include "harness/accept/search/node_search.hpp"

namespace tutti {

/// What is measured of single nodes.
enum class NodeProbe {
  memory_bandwidth,  ///< of ranks_per_node() ranks together; the cost is its inverse, in s/GB
  slowdown,  ///< of the first rank of a node: 1 plus the share of time that is taken from it
};

/// Returns the figure of a cost: GB/s of memory, the slowdown itself.
double figure_of_cost(NodeProbe probe, double cost);

/// Measures nodes by their ranks, which rank 0 tells when.
class MpiNodeMeter : public NodeMeter {
 public:
  /// `at_once`: nodes that may be measured at the same time. The others must outlive the meter.
  MpiNodeMeter(const Exchange& exchange, const NodeLayout& layout, NodeProbe probe, int at_once);

  int nodes() const override { return layout_.nodes(); }

  /// At rank 0, while all others are in follow().
  std::vector<double> measure(const std::vector<int>& nodes) override;

  /// Takes part in what rank 0 measures, until rank 0 calls stop(). At all ranks but 0.
  void follow();
  void stop();

 private:
  bool takes_part(int rank) const;
  std::vector<double> take_part(const std::vector<double>& nodes);

  const Exchange& exchange_;
  const NodeLayout& layout_;
  NodeProbe probe_;
  int at_once_;
  std::optional<MemoryProbe> memory_;
};

}  // namespace tutti
