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

/// Every rank comes to the same complaint; one of them says it.
int complain(const std::exception& error, int status) {
  if (launcher_rank() == 0) fmt::print(stderr, "tutti: {}\n", error.what());
  return status;
}

/// At the first status that is not 0 Open MPI's launcher ends the job, and what it has not passed
/// on by then is lost: so the rank that speaks leaves before the others, and not at once.
void let_output_through() {
  std::this_thread::sleep_for(std::chrono::milliseconds(launcher_rank() == 0 ? 200 : 600));
}

/// What none of the ranks expected ends this one at once: it cannot know if the others come to
/// MPI_Finalize.
[[noreturn]] void give_up() {
  try {
    if (const auto unexpected = std::current_exception()) std::rethrow_exception(unexpected);
  } catch (const std::exception& error) {
    fmt::print(stderr, "tutti: rank {}: {}\n", launcher_rank(), error.what());
  } catch (...) {
    fmt::print(stderr, "tutti: rank {}: something was thrown\n", launcher_rank());
  }
  std::abort();
}

/// The options whose help lists what was to be given.
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
    return complain(
        UsageError(fmt::format("{}; expected what '{}' lists", error.what(), help_of(app, name))),
        bad_usage);
  } catch (const UsageError& error) {
    return complain(error, bad_usage);
  } catch (const CannotRun& error) {
    return complain(error, could_not_run);
  }
}

}  // namespace

int run_program(const CLI::App& app, const std::string& name, const std::function<int()>& run) {
  std::set_terminate(give_up);
  const int status = status_of(app, name, run);
  if (status != 0) let_output_through();
  return status;
}

}  // namespace tutti
