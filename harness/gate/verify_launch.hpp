#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/platform/child.hpp"
#include "harness/platform/stop_signals.hpp"

namespace tutti {

/// A launch of `tutti verify`.
struct VerifyLaunch {
  int ranks = 1;
  std::vector<std::string> arguments = {};  ///< besides `--json`
  Environment of_ranks = {};
  double seconds_max = 600;
  std::string output = {};  ///< file for its JSON
};

struct VerifyLaunchResult {
  nlohmann::json report;  ///< what verify printed; null if it did not
  std::string ended;      ///< `well`, or how else
  double seconds = 0;
  bool interrupted = false;
};

/// Runs a launch to its end, or until a signal arrives or its time is over; then its ranks are
/// stopped.
VerifyLaunchResult run(const VerifyLaunch& launch, StopSignals& stop);

}  // namespace tutti
