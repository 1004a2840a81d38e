#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace tutti {

/// An option of a verb. Each function adds a property.
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

/// The command to which a verb adds its options. Hides CLI11, whose templates take about 5 s to
/// compile in each file that includes them: only command.cpp, description.cpp, main.cpp and
/// program.cpp do.
class Command {
 public:
  explicit Command(CLI::App& app) : app_(app) {}

  /// Adds an option whose value has one of the types that command.cpp lists. A name without dashes
  /// is that of an operand.
  template <class Value>
  Option add_option(const std::string& name, Value& value, const std::string& description);
  void add_flag(const std::string& name, bool& value, const std::string& description);

 private:
  CLI::App& app_;
};

}  // namespace tutti
