#include "harness/cli/description.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tutti {
namespace {

/// Returns the choices between the braces of a type in CLI11's notation, `TEXT:{mpi,tutti}`.
std::vector<std::string> choices_of(const std::string& type) {
  const auto begin = type.find('{'), end = type.find('}');
  if (begin == std::string::npos || end == std::string::npos) return {};
  return CLI::detail::split(type.substr(begin + 1, end - begin - 1), ',');
}

nlohmann::json names_of(const CLI::Option& option) {
  auto names = nlohmann::json::array();
  for (const auto& name : option.get_snames()) names.push_back("-" + name);
  for (const auto& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

nlohmann::json description_of(const CLI::Option& option) {
  const auto type = option.get_type_name();
  const auto kind = type.substr(0, type.find(':'));
  const bool flag = option.get_expected_max() == 0;
  return {{"names", names_of(option)},
          {"value", flag                     ? ""
                    : option.nonpositional() ? kind
                                             : option.get_name()},
          {"choices", choices_of(type)},
          {"default", option.get_default_str()},
          {"required", option.get_required()},
          {"text", option.get_description()}};
}

}  // namespace

nlohmann::json description_of(const CLI::App& app) {
  auto options = nlohmann::json::array(), verbs = nlohmann::json::array();
  for (const auto* option : app.get_options()) options.push_back(description_of(*option));
  for (const auto* verb : app.get_subcommands({}))
    if (!verb->get_group().empty()) verbs.push_back(description_of(*verb));
  return {{"name", app.get_name()},
          {"summary", app.get_description()},
          {"options", options},
          {"verbs", verbs}};
}

}  // namespace tutti
