#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace tutti {

/// An option of a verb. Each function says one thing more about it.
class Option {
 public:
  explicit Option(CLI::Option& option) : option_(option) {}

  Option& required();
  /// Its help shows what it is if not given.
  Option& shows_default();
  Option& comma_separated();
  Option& positive();
  Option& not_negative();
  Option& between(double low, double high);
  Option& one_of(const std::vector<std::string>& values);
  /// A number of bytes, with K, M or G as one likes; these are binary.
  Option& in_bytes();
  /// A duration: `90`, `90s`, `500ms`, `1.5min` or `1.5m`, `2h`.
  Option& in_seconds();

 private:
  CLI::Option& option_;
};

/// What a verb declares its options to. It stands before CLI11, whose templates take some 5 s to
/// compile wherever they are included: only command.cpp and main.cpp need to.
class Command {
 public:
  explicit Command(CLI::App& app) : app_(app) {}

  /// Values are of the types that command.cpp lists. A name without dashes is that of an operand.
  template <class Value>
  Option add_option(const std::string& name, Value& value, const std::string& description);
  void add_flag(const std::string& name, bool& value, const std::string& description);

 private:
  CLI::App& app_;
};

}  // namespace tutti
