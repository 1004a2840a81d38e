#pragma once

#include <stdexcept>
#include <string>

#include "npb_drivers/benchmark.hpp"

namespace npb {

struct Options {
  char problem_class = ' ';
  bool json = false;
  std::string help;  ///< text to print instead of running, if help was requested
};

/// Bad usage. The message is one line that says what was wrong, and what was expected.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Returns the name of the program, such as `npb_ft`.
std::string program_name(const Benchmark& benchmark);

/// Parses the command line. Throws UsageError.
Options parsed_options(int argc, const char* const* argv, const Benchmark& benchmark);

}  // namespace npb
