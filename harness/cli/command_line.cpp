#include "harness/cli/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <utility>

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

}  // namespace

Option& Option::required() {
  option_.required();
  return *this;
}

Option& Option::shows_default() {
  option_.capture_default_str();
  return *this;
}

Option& Option::comma_separated() {
  option_.delimiter(',');
  return *this;
}

Option& Option::positive() {
  option_.check(CLI::PositiveNumber);
  return *this;
}

Option& Option::not_negative() {
  option_.check(CLI::NonNegativeNumber);
  return *this;
}

Option& Option::between(double low, double high) {
  option_.check(CLI::Range(low, high));
  return *this;
}

Option& Option::one_of(const std::vector<std::string>& values) {
  option_.check(CLI::IsMember(values));
  return *this;
}

Option& Option::in_bytes() {
  option_.transform(CLI::AsSizeValue(false));
  return *this;
}

Option& Option::in_seconds() {
  const std::map<std::string, double> units{
      {"ms", 0.001}, {"s", 1}, {"m", 60}, {"min", 60}, {"h", 3600}};
  option_.transform(CLI::AsNumberWithUnit(units, CLI::AsNumberWithUnit::CASE_SENSITIVE));
  return *this;
}

template <class Value>
Option Command::add_option(const std::string& name, Value& value, const std::string& description) {
  return Option(*app_.add_option(name, value, description));
}

template Option Command::add_option(const std::string&, int&, const std::string&);
template Option Command::add_option(const std::string&, double&, const std::string&);
template Option Command::add_option(const std::string&, std::uint64_t&, const std::string&);
template Option Command::add_option(const std::string&, std::string&, const std::string&);
template Option Command::add_option(const std::string&, std::optional<std::int64_t>&,
                                    const std::string&);
template Option Command::add_option(const std::string&, std::optional<double>&, const std::string&);
template Option Command::add_option(const std::string&, std::vector<int>&, const std::string&);
template Option Command::add_option(const std::string&, std::vector<std::int64_t>&,
                                    const std::string&);
template Option Command::add_option(const std::string&, std::vector<std::string>&,
                                    const std::string&);

void Command::add_flag(const std::string& name, bool& value, const std::string& description) {
  app_.add_flag(name, value, description);
}

Program::Program(std::string name, const std::string& summary)
    : name_(std::move(name)), app_(std::make_unique<CLI::App>(summary)) {}

Program::~Program() = default;

void Program::set_version(const std::string& text) {
  app_->set_version_flag("--version", text, "Print the version and exit");
}

void Program::add_verb(std::string_view name, std::string_view summary, bool internal,
                       DeclareVerb* declare) {
  app_->require_subcommand(1);
  auto& added = *app_->add_subcommand(std::string(name), std::string(summary));
  if (internal) added.group("");  // CLI11 shows no group without a name
  Command command(added);
  added.final_callback([this, run = declare(command)] { chosen_ = run; });
}

void Program::parse(int argc, char** argv) { app_->parse(argc, argv); }

nlohmann::json Program::description() const { return description_of(*app_); }

int Program::status_of(const std::function<int()>& body) {
  try {
    return body();
  } catch (const CLI::Success& request) {
    return launcher_rank() == 0 ? app_->exit(request) : 0;
  } catch (const CLI::ParseError& error) {
    return print_error(UsageError(fmt::format("{}; expected what '{}' lists", error.what(),
                                              help_of(*app_, name_))),
                       bad_usage);
  } catch (const UsageError& error) {
    return print_error(error, bad_usage);
  } catch (const CannotRun& error) {
    return print_error(error, could_not_run);
  }
}

int Program::run(const std::function<int()>& body) {
  std::set_terminate(abort_on_unexpected);
  const int status = status_of(body);
  if (status != 0) wait_for_output();
  return status;
}

}  // namespace tutti
