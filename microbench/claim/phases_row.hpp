#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tutti {

/// A phase of a program, with its duration.
struct Phase {
  std::string name;
  double seconds;
};

/// Returns a result row that reports draw as a bar: the consecutive phases of a program as a claim
/// measured them. Bars of the same place stand beside each other, one for each way of serving the
/// program's collectives.
inline nlohmann::json phases_row(const std::string& claim, const std::string& place,
                                 const std::string& way, const std::vector<Phase>& phases) {
  auto list = nlohmann::json::array();
  for (const auto& [name, seconds] : phases) list.push_back({{"name", name}, {"seconds", seconds}});
  return {{"row", "phases"}, {"claim", claim}, {"place", place}, {"way", way}, {"phases", list}};
}

}  // namespace tutti
