#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/gate/gate_results.hpp"

namespace tutti {

/// Returns the summary as readable text: the verdict last.
std::string to_text(const GateResults& results);

std::string to_text(const GateFinding& finding);

nlohmann::json to_json(const GateResults& results);

/// Returns JUnit XML: one testcase for each kind of launch and each finding. New findings fail,
/// known ones are skipped.
std::string to_junit(const GateResults& results);

}  // namespace tutti
