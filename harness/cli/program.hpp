#pragma once

#include <functional>
#include <string>

namespace CLI {
class App;
}

namespace tutti {

/// Runs a program of options: `run` parses its command line by the app, and returns the exit status. What it throws is
/// told by one rank, and becomes the status: 2 for UsageError and options that cannot be parsed, 3 for CannotRun.
/// Anything else ends the process. `name` is how a person calls the program.
int run_program(const CLI::App& app, const std::string& name, const std::function<int()>& run);

}  // namespace tutti
