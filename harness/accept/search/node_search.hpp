#pragma once

#include <cstdint>
#include <vector>

#include "harness/accept/search/open_suspects.hpp"

namespace tutti {

/// Measures one figure of single nodes.
class NodeMeter {
 public:
  virtual ~NodeMeter() = default;

  virtual int nodes() const = 0;

  /// Measures the different nodes at the same time, or in turn where they share cores. Returns the
  /// cost of each, above 0: a larger one is worse.
  virtual std::vector<double> measure(const std::vector<int>& nodes) = 0;
};

struct NodeSearchResult : ExaminedSuspects {
  std::vector<std::vector<double>> costs = {};  ///< by node: of the passes over all
};

/// How slowness shows.
enum class Slowness {
  steady,        ///< in every measurement
  now_and_then,  ///< perhaps only in some
};

/// Names the nodes that are slower than others. A few passes over all nodes make suspects: those
/// outside of the fastest half whose median cost (or the largest, if slowness comes now and then)
/// exceeds what is usual there by more than the margin. All of them are then measured in trials,
/// together with a drawn node of the fastest half that they are compared with. There must be at
/// least three nodes.
NodeSearchResult search_slow_nodes(NodeMeter& meter, const SearchGoal& goal, Slowness slowness,
                                   std::uint64_t seed);

}  // namespace tutti
