#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/accept/verdict/verdict.hpp"

namespace tutti {

/// Returns the verdicts as JUnit XML: a testcase for each requirement and place. One that falls
/// short is a failure, one that cannot be told is skipped, with the reason.
std::string to_junit(const std::vector<Judgement>& judgements,
                     const std::string& requirements_file);

/// Returns the verdicts as CSV (RFC 4180): a line with the names of the columns, then one for each
/// requirement and place. What does not apply, or is not known, is empty.
std::string to_csv(const std::vector<Judgement>& judgements);

/// Returns one row `verdict` for each requirement and place, with the columns of to_csv(). What
/// does not apply, or is not known, is null.
std::vector<nlohmann::json> to_rows(const std::vector<Judgement>& judgements);

}  // namespace tutti
