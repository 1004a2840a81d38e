#pragma once

#include <map>
#include <vector>

#include "optimized/selection/regression.hpp"

namespace tutti {

/// The time of one protocol in one contest. Its competitors were measured at the same point, in
/// turn with it, so that whatever disturbed the machine meanwhile disturbed all of them alike.
struct ContestObservation {
  std::size_t contest = 0;
  Observation observation;
};

/// One of several protocols that are compared.
struct Contestant {
  CostFunction cost;  ///< as for fit()
  std::vector<ContestObservation> observations;
};

/// The equations of each contestant; none if too little was observed of it.
using Equations = std::vector<std::vector<FitEquation>>;

struct ContestFit {
  Equations equations;
  /// By contest: the factor by which all contestants took longer than their equations say, where it
  /// is known.
  std::map<std::size_t, double> disturbances;

  /// Returns the disturbance of a contest; 1 if it is not known.
  double disturbance(std::size_t contest) const {
    const auto known = disturbances.find(contest);
    return known == disturbances.end() ? 1 : known->second;
  }
};

/// Fits equations to all contestants. The common deviation of all contestants of a contest from
/// their equations is taken for a disturbance and removed from the observations: a machine may be
/// half as fast from one second to the next, which would hide which protocol is faster. So the
/// equations show the differences between contestants better than how long each of them takes.
ContestFit fit_contests(const std::vector<Contestant>& contestants);

}  // namespace tutti
