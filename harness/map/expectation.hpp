#pragma once

#include <string>
#include <vector>

#include "harness/results/result.hpp"
#include "optimized/selection/selection_map.hpp"

namespace tutti {

/// What the fit equations of a map say of one subject at one point.
struct Expectation {
  std::string subject;
  Point point;
  double time_us = 0;
  double error = 0;  ///< relative
  bool chosen = false;
};

/// What a map with fit equations expects, and chooses, at all numbers of ranks that were measured: at
/// the sizes measured there, and at some between them.
std::vector<Expectation> expectations(const SelectionMap& map,
                                      const std::vector<ResultSection>& tuning);

/// The same as a result file, below the header of the measurements.
std::string print(const std::vector<Expectation>& rows, ResultHeader header);

}  // namespace tutti
