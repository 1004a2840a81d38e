#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tutti {

/// What a program does for so long, before it does the next.
struct Phase {
  std::string name;
  double seconds;
};

/// A result row that reports draw as a bar: what a program does one after the other where a claim measured it.
/// Bars of the same place stand beside each other, by the way in which its collectives were served.
inline nlohmann::json phases_row(const std::string& claim, const std::string& place,
                                 const std::string& way, const std::vector<Phase>& phases) {
  auto list = nlohmann::json::array();
  for (const auto& [name, seconds] : phases) list.push_back({{"name", name}, {"seconds", seconds}});
  return {{"row", "phases"}, {"claim", claim}, {"place", place}, {"way", way}, {"phases", list}};
}

}  // namespace tutti
