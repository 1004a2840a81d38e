#pragma once

#include <set>
#include <string>
#include <vector>

#include "harness/results/result_file.hpp"

namespace tutti {

/// Returns the measurements that a map may be based on: made under the conditions of real programs
/// (balanced arrival, warm caches), and of subjects that did not fail verification at any point of
/// the collective.
std::vector<ContestRow> usable_measurements(const std::vector<ResultSection>& tuning);

/// Returns remarks that name the subjects without such measurements, with the reason.
std::set<std::string> left_out(const std::vector<ResultSection>& tuning);

}  // namespace tutti
