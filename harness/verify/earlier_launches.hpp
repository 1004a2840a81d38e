#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/verify/coverage.hpp"

namespace tutti {

/// What earlier launches of a verification did, so that the next one prefers what is new and asks
/// nothing twice.
struct EarlierLaunches {
  Coverage coverage;
  std::map<std::string, std::int64_t> cases;  ///< that ran, by subject
  /// Symptoms of the library's known faults, nothing for one that did not show, by the number of
  /// ranks and the case that shows it.
  std::map<int, std::map<std::string, std::optional<std::string>>> symptoms;
};

/// Reads what write() wrote; nothing has been done if there is no such file. Throws UsageError if
/// the file holds something else.
EarlierLaunches read_earlier_launches(const std::string& path);

void write(const EarlierLaunches& earlier, const std::string& path);

}  // namespace tutti
