#pragma once

#include "harness/accept/acceptance_file.hpp"
#include "harness/accept/search/node_search.hpp"
#include "harness/accept/search/pair_meter.hpp"

namespace tutti {

/// Records what another meter measures, and returns what an interrupted launch recorded instead of
/// measuring it again. A search asks for the same as before as long as it gets the same costs, so
/// it goes on where it was.
class JournaledPairMeter : public PairMeter {
 public:
  JournaledPairMeter(PairMeter& meter, AcceptanceFile& file, std::string journal)
      : meter_(meter), file_(file), journal_(std::move(journal)) {}

  int nodes() const override { return meter_.nodes(); }
  std::vector<std::vector<double>> measure(std::span<const PairRound> rounds) override;

 private:
  PairMeter& meter_;
  AcceptanceFile& file_;
  std::string journal_;
};

/// The same for nodes.
class JournaledNodeMeter : public NodeMeter {
 public:
  JournaledNodeMeter(NodeMeter& meter, AcceptanceFile& file, std::string journal)
      : meter_(meter), file_(file), journal_(std::move(journal)) {}

  int nodes() const override { return meter_.nodes(); }
  std::vector<double> measure(const std::vector<int>& nodes) override;

 private:
  NodeMeter& meter_;
  AcceptanceFile& file_;
  std::string journal_;
};

}  // namespace tutti
