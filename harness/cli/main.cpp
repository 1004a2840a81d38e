#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "contract/error.hpp"
#include "harness/cli/command_line.hpp"
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

int run(int argc, char** argv) {
  Program program("tutti", "Proves, measures and tunes collective operations.");
  program.set_version("tutti " TUTTI_VERSION);
  for (const auto& verb : verbs())
    program.add_verb(verb.name, verb.summary, verb.verb->internal, verb.verb->declare);
  return program.run([&] {
    if (argc == 2 && std::string_view(argv[1]) == describe) {
      fmt::print("{}\n", program.description().dump(2));
      return 0;
    }
    require_known_verb(argc, argv);
    program.parse(argc, argv);
    return program.run_verb();
  });
}

}  // namespace
}  // namespace tutti

int main(int argc, char** argv) { return tutti::run(argc, argv); }
