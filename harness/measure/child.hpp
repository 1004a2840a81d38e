#pragma once

#include <map>
#include <string>
#include <vector>

namespace tutti {

/// How a program ended that this one started.
struct Ending {
  int status = 0;          ///< exit status; 128 and the signal's number if a signal ended it
  bool timed_out = false;  ///< it was still running, and was ended with all that it had started
  std::string complaints;  ///< what it wrote to its standard error
};

/// Runs a program to its end, its standard output thrown away. Throws CannotRun if it cannot start.
Ending run_child(const std::vector<std::string>& command,
                 const std::map<std::string, std::string>& environment, double seconds_max);

}  // namespace tutti
