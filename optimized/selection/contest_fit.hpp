#pragma once

#include <map>
#include <vector>

#include "optimized/selection/regression.hpp"

namespace tutti {

/// What one protocol took in one contest: its competitors were measured at the same point, in turn with
/// it, so that whatever disturbed the machine meanwhile disturbed all of them alike.
struct ContestObservation {
  std::size_t contest = 0;
  Observation observation;
};

/// A protocol of several that are to be compared.
struct Contestant {
  CostFunction cost;  ///< as for fit()
  std::vector<ContestObservation> observations;
};

/// The equations of each contestant; none where too little was observed of it.
using Equations = std::vector<std::vector<FitEquation>>;

struct ContestFit {
  Equations equations;
  /// By contest: by which factor all took longer than their equations say, as far as that is known.
  std::map<std::size_t, double> disturbances;

  /// 1 where nothing is known.
  double disturbance(std::size_t contest) const {
    const auto known = disturbances.find(contest);
    return known == disturbances.end() ? 1 : known->second;
  }
};

/// Fits equations to all contestants. What all of a contest deviate from theirs is taken for a
/// disturbance, and out of what was observed: a machine may be half as fast from one second to the next,
/// which would hide who is faster. So the equations tell the differences between contestants better than
/// how long each of them takes.
ContestFit fit_contests(const std::vector<Contestant>& contestants);

}  // namespace tutti
