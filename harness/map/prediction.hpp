#pragma once

#include <string>
#include <vector>

#include "harness/results/result_file.hpp"
#include "optimized/selection/selection_map.hpp"

namespace tutti {

/// The prediction of a map's fit equations for one subject at one point.
struct Expectation {
  std::string subject;
  Point point;
  double time_us = 0;
  double error = 0;  ///< relative
  bool chosen = false;
};

/// Returns the predictions and choices of a map with fit equations, for all numbers of ranks that
/// were measured: at the sizes measured there and at some sizes between them.
std::vector<Expectation> expectations(const SelectionMap& map,
                                      const std::vector<ResultSection>& tuning);

/// Returns the rows as the text of a result file, with the header of the measurements.
std::string print(const std::vector<Expectation>& rows, ResultHeader header);

}  // namespace tutti
