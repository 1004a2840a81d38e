#pragma once

#include <functional>
#include <string>

namespace CLI {
class App;
}

namespace tutti {

/// Runs a program with command-line options. `run` parses the command line by the app and returns
/// the exit status. If it throws, one rank prints the error, and the status is 2 for UsageError and
/// invalid options, 3 for CannotRun. Any other exception ends the process. `name` is the name by
/// which users call the program.
int run_program(const CLI::App& app, const std::string& name, const std::function<int()>& run);

}  // namespace tutti
