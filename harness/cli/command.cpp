#include "harness/cli/command.hpp"

#include <CLI/CLI.hpp>
#include <optional>

namespace tutti {

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

}  // namespace tutti
