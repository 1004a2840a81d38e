#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/verify/record.hpp"

namespace tutti {

/// For people: what was tried, what failed and how to replay it, and which axis values were hit.
std::string to_text(const Record& record);

/// The same of one failure.
std::string to_text(const Record& record, const Failure& failure);

/// One object with `cases`, `seconds`, `failures`, `findings`, `skipped`, `axes` and details.
/// Failures of a shipped library's forced algorithms, and what is not portable, count as findings.
nlohmann::json to_json(const Record& record);

/// JUnit's XML: one testcase per subject and collective.
std::string to_junit(const Record& record);

/// JSON lines for the tuner: a header, then one line per subject and collective with `subject`,
/// `collective`, `verdict` (passed, failed, not applicable), `restriction` (non_commutative: failed
/// with such operations only) and `case`.
std::string to_verdicts(const Record& record);

}  // namespace tutti
