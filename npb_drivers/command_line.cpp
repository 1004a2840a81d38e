#include "npb_drivers/command_line.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cctype>
#include <vector>

#include "npb_drivers/problem_class.hpp"

namespace npb {
namespace {

std::vector<std::string> names_of_classes() {
  std::vector<std::string> names;
  for (const char name : problem_classes) names.emplace_back(1, name);
  return names;
}

}  // namespace

std::string program_name(const Benchmark& benchmark) {
  std::string name = "npb_";
  for (const unsigned char letter : benchmark.name) name += static_cast<char>(std::tolower(letter));
  return name;
}

Options parsed_options(int argc, const char* const* argv, const Benchmark& benchmark) {
  const std::string name = program_name(benchmark);
  Options options;
  std::string problem_class;
  CLI::App app{std::string(benchmark.summary), name};
  app.add_option("--class", problem_class, "Size of the problem, from S, the smallest, to C")
      ->required()
      ->check(CLI::IsMember(names_of_classes()));
  app.add_flag("--json", options.json, "Print one JSON object, and no table");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success&) {
    options.help = app.help();
    return options;
  } catch (const CLI::ParseError& error) {
    throw UsageError(fmt::format("{}; expected what '{} --help' lists", error.what(), name));
  }
  options.problem_class = problem_class.front();
  return options;
}

}  // namespace npb
