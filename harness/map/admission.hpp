#pragma once

#include <set>
#include <string>
#include <vector>

#include "harness/results/result.hpp"

namespace tutti {

/// What may speak for a map: measured as programs run, and of subjects that were never found wrong, at
/// whatever point of the collective.
std::vector<ContestRow> admitted(const std::vector<ResultSection>& tuning);

/// Which subjects are left out of that, and why.
std::set<std::string> left_out(const std::vector<ResultSection>& tuning);

}  // namespace tutti
