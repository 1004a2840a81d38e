#include "harness/cli/program.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <thread>

#include "contract/error.hpp"
#include "harness/platform/launch.hpp"

namespace tutti {
namespace {

constexpr int bad_usage = 2;
constexpr int could_not_run = 3;

/// Prints the error at one rank, since all ranks encounter the same one. Returns the status.
int print_error(const std::exception& error, int status) {
  if (launcher_rank() == 0) fmt::print(stderr, "tutti: {}\n", error.what());
  return status;
}

/// Waits until the launcher has passed on the output. When the first rank exits with a status other
/// than 0, Open MPI's launcher ends the job and drops output that it has not passed on. Therefore
/// the rank that printed the error leaves before the others, and only after a delay.
void wait_for_output() {
  std::this_thread::sleep_for(std::chrono::milliseconds(launcher_rank() == 0 ? 200 : 600));
}

/// Handles an unexpected exception: prints it and aborts this process at once, since the other
/// ranks may not reach MPI_Finalize.
[[noreturn]] void abort_on_unexpected() {
  try {
    if (const auto unexpected = std::current_exception()) std::rethrow_exception(unexpected);
  } catch (const std::exception& error) {
    fmt::print(stderr, "tutti: rank {}: {}\n", launcher_rank(), error.what());
  } catch (...) {
    fmt::print(stderr, "tutti: rank {}: something was thrown\n", launcher_rank());
  }
  std::abort();
}

/// Returns the command whose help lists the expected options.
std::string help_of(const CLI::App& app, const std::string& name) {
  std::string words = name;
  for (const auto* verb : app.get_subcommands()) words += " " + verb->get_name();
  return words + " --help";
}

int status_of(const CLI::App& app, const std::string& name, const std::function<int()>& run) {
  try {
    return run();
  } catch (const CLI::Success& request) {
    return launcher_rank() == 0 ? app.exit(request) : 0;
  } catch (const CLI::ParseError& error) {
    return print_error(
        UsageError(fmt::format("{}; expected what '{}' lists", error.what(), help_of(app, name))),
        bad_usage);
  } catch (const UsageError& error) {
    return print_error(error, bad_usage);
  } catch (const CannotRun& error) {
    return print_error(error, could_not_run);
  }
}

}  // namespace

int run_program(const CLI::App& app, const std::string& name, const std::function<int()>& run) {
  std::set_terminate(abort_on_unexpected);
  const int status = status_of(app, name, run);
  if (status != 0) wait_for_output();
  return status;
}

}  // namespace tutti
