#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "contract/error.hpp"
#include "harness/description.hpp"
#include "harness/launch.hpp"
#include "harness/verb.hpp"

namespace tutti {
namespace {

constexpr int bad_usage = 2;
constexpr int could_not_run = 3;

/// Not for people: what cmake/documents.py asks for.
constexpr std::string_view describe = "--describe";

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

/// CLI11 would only say that a subcommand is required.
void require_known_verb(int argc, char** argv) {
  const std::string_view given = argc > 1 ? argv[1] : "";
  if (given == "-h" || given == "--help" || given == "--version") return;
  std::vector<std::string_view> names;
  for (const auto& verb : verbs()) names.push_back(verb.name);
  if (std::find(names.begin(), names.end(), given) == names.end())
    throw UsageError(
        fmt::format("unknown verb '{}'; expected one of {}", given, fmt::join(names, ", ")));
}

int run(int argc, char** argv) {
  CLI::App app{"Proves, measures and tunes collective operations."};
  app.require_subcommand(1);
  app.set_version_flag("--version", "tutti " TUTTI_VERSION, "Print the version and exit");
  std::function<int()> action;
  for (const auto& verb : verbs()) {
    auto* command = app.add_subcommand(std::string(verb.name), std::string(verb.summary));
    command->final_callback(
        [&action, run_verb = verb.verb->declare(*command)] { action = run_verb; });
  }
  try {
    if (argc == 2 && std::string_view(argv[1]) == describe) {
      fmt::print("{}\n", description_of(app).dump(2));
      return 0;
    }
    require_known_verb(argc, argv);
    app.parse(argc, argv);
    return action();
  } catch (const CLI::Success& request) {
    return launcher_rank() == 0 ? app.exit(request) : 0;
  } catch (const CLI::ParseError& error) {
    return complain(
        UsageError(fmt::format("{}; expected what 'tutti {} --help' lists", error.what(), argv[1])),
        bad_usage);
  } catch (const UsageError& error) {
    return complain(error, bad_usage);
  } catch (const CannotRun& error) {
    return complain(error, could_not_run);
  }
}

}  // namespace
}  // namespace tutti

int main(int argc, char** argv) {
  std::set_terminate(tutti::give_up);
  const int status = tutti::run(argc, argv);
  if (status != 0) tutti::let_output_through();
  return status;
}
