#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "contract/error.hpp"
#include "harness/cli/description.hpp"
#include "harness/cli/program.hpp"
#include "harness/cli/verb.hpp"

namespace tutti {
namespace {

/// The option that cmake/documents.py uses; not shown to users.
constexpr std::string_view describe = "--describe";

/// Throws UsageError that lists the verbs if the verb is unknown. CLI11 would only say that a
/// subcommand is required.
void require_known_verb(int argc, char** argv) {
  const std::string_view given = argc > 1 ? argv[1] : "";
  if (given == "-h" || given == "--help" || given == "--version") return;
  std::vector<std::string_view> names;
  for (const auto& verb : verbs()) {
    if (verb.name == given) return;
    if (!verb.verb->internal) names.push_back(verb.name);
  }
  throw UsageError(
      fmt::format("unknown verb '{}'; expected one of {}", given, fmt::join(names, ", ")));
}

void declare_verbs(CLI::App& app, std::function<int()>& action) {
  for (const auto& verb : verbs()) {
    auto* command = app.add_subcommand(std::string(verb.name), std::string(verb.summary));
    if (verb.verb->internal) command->group("");  // CLI11 shows no group without a name
    command->final_callback(
        [&action, run_verb = verb.verb->declare(*command)] { action = run_verb; });
  }
}

int run(int argc, char** argv) {
  CLI::App app{"Proves, measures and tunes collective operations."};
  app.require_subcommand(1);
  app.set_version_flag("--version", "tutti " TUTTI_VERSION, "Print the version and exit");
  std::function<int()> action;
  declare_verbs(app, action);
  return run_program(app, "tutti", [&] {
    if (argc == 2 && std::string_view(argv[1]) == describe) {
      fmt::print("{}\n", description_of(app).dump(2));
      return 0;
    }
    require_known_verb(argc, argv);
    app.parse(argc, argv);
    return action();
  });
}

}  // namespace
}  // namespace tutti

int main(int argc, char** argv) { return tutti::run(argc, argv); }
