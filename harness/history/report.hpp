#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/history/history.hpp"
#include "harness/history/take_in.hpp"

namespace tutti {

/// Returns the history as a table for people. Of requirements that concern single nodes or pairs it
/// shows those that changed or do not hold.
std::string text_of(const History& history);

/// Returns the history, and the runs that are not in it, as one object; docs/history.md explains
/// its fields.
nlohmann::ordered_json to_json(const History& history, const std::vector<UnfinishedRun>& left_out);

}  // namespace tutti
