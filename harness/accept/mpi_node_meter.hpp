#pragma once

#include "harness/accept/node_layout.hpp"
#include "harness/accept/node_probes.hpp"
#include "harness/accept/search/node_search.hpp"
#include "harness/measure/control_messages.hpp"

namespace tutti {

/// Measures nodes by their ranks, which rank 0 tells when.
class MpiNodeMeter : public NodeMeter {
 public:
  /// `at_once`: nodes that may be measured at the same time. The others must outlive the meter.
  MpiNodeMeter(const Exchange& exchange, const NodeLayout& layout, NodeProbe& probe, int at_once);

  int nodes() const override { return layout_.nodes(); }

  /// At rank 0, while all others are in follow().
  std::vector<double> measure(const std::vector<int>& nodes) override;

  /// Takes part in what rank 0 measures, until rank 0 calls stop(). At all ranks but 0.
  void follow();
  void stop();

 private:
  std::vector<double> take_part(const std::vector<double>& nodes);

  const Exchange& exchange_;
  const NodeLayout& layout_;
  NodeProbe& probe_;
  int at_once_;
};

}  // namespace tutti
