#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/verify/verification_results.hpp"

namespace tutti {

/// Returns the report as readable text: what was tried, what failed, how to replay it, and which
/// axis values were hit.
std::string to_text(const Record& record);

/// Returns the text for one failure.
std::string to_text(const Record& record, const Failure& failure);

/// Returns one object with `cases`, `seconds`, `failures`, `findings`, `skipped`, `axes` and
/// details. Failures of a shipped library's forced algorithms, and portability failures, count as
/// findings.
nlohmann::json to_json(const Record& record);

/// Returns the report as JUnit XML, with one testcase per subject and collective.
std::string to_junit(const Record& record);

/// Returns JSON lines for tuning: a header, then one line per subject and collective with
/// `subject`, `collective`, `verdict` (passed, failed, not applicable), `restriction`
/// (non_commutative: only such operations failed) and `case`.
std::string to_verdicts(const Record& record);

}  // namespace tutti
