#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/gate/verify_launch.hpp"

namespace tutti {

/// What a case did in launches of its own.
struct CaseTrial {
  enum class Outcome { passes, fails, cannot_be_tried };

  Outcome outcome = Outcome::passes;
  std::string ended = {};              ///< how a case that fails ended, as verify names it
  std::vector<std::string> what = {};  ///< its complaints, or why it cannot be tried
  bool interrupted = false;
};

/// Launches a case until it does not pass, for at most so many tries: some faults do not show every
/// time.
CaseTrial try_case(const std::function<VerifyLaunchResult()>& launch, int tries);

}  // namespace tutti
