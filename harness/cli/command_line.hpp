#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

/// The command line of a program. Hides CLI11, whose templates take 5 s to compile in each file that
/// includes them: of the harness only command_line.cpp does.
namespace tutti {

/// An option of a command. Each function adds a property.
class Option {
 public:
  explicit Option(CLI::Option& option) : option_(option) {}

  Option& required();
  /// Shows the default value in the help.
  Option& shows_default();
  Option& comma_separated();
  Option& positive();
  Option& not_negative();
  Option& between(double low, double high);
  Option& one_of(const std::vector<std::string>& values);
  /// Takes a number of bytes, optionally with the binary unit K, M or G.
  Option& in_bytes();
  /// Takes a duration: `90`, `90s`, `500ms`, `1.5min` or `1.5m`, `2h`.
  Option& in_seconds();

 private:
  CLI::Option& option_;
};

/// What takes options: a program, or one of its verbs.
class Command {
 public:
  explicit Command(CLI::App& app) : app_(app) {}

  /// Adds an option whose value has one of the types that command_line.cpp lists. A name without
  /// dashes is that of an operand.
  template <class Value>
  Option add_option(const std::string& name, Value& value, const std::string& description);
  void add_flag(const std::string& name, bool& value, const std::string& description);

 private:
  CLI::App& app_;
};

/// Adds a verb's options to its command and returns the function that runs the verb, whose result
/// is the exit status.
using DeclareVerb = std::function<int()>(Command& command);

/// A program with options of its own, or with verbs that have options.
class Program {
 public:
  /// `name` is the name by which users call the program.
  Program(std::string name, const std::string& summary);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Lets `--version` print the text.
  void set_version(const std::string& text);
  Command options() { return Command(*app_); }
  /// Adds a verb. An internal one is not shown to users.
  void add_verb(std::string_view name, std::string_view summary, bool internal,
                DeclareVerb* declare);

  /// Calls a function that parses the command line and does what it asks for, and returns its
  /// result, the exit status. If it throws, one rank prints the error, and the status is 2 for
  /// UsageError and invalid options, 3 for CannotRun. Any other exception ends the process.
  int run(const std::function<int()>& body);
  /// Parses the command line. To be called within run().
  void parse(int argc, char** argv);
  /// Runs the verb that parse() found.
  int run_verb() { return chosen_(); }

  /// Returns the contents of `--help` of the program and all its verbs as data, from which manual
  /// pages and completion are generated: `summary`; `options`, each with `names` (none for an
  /// operand), `value` (placeholder of the value; empty for a flag), `choices`, `default`,
  /// `required` and `text`; and `verbs`, each with its `name` and the same fields.
  nlohmann::json description() const;

 private:
  int status_of(const std::function<int()>& body);

  std::string name_;
  std::unique_ptr<CLI::App> app_;
  std::function<int()> chosen_;
};

}  // namespace tutti
