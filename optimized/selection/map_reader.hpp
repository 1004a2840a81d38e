#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace tutti {

/// A reader of the text of a map, line by line, which knows the current line for error messages.
class MapReader {
 public:
  MapReader(std::string_view text, std::string path) : text_(text), path_(std::move(path)) {}

  /// Throws UsageError with file and line.
  [[noreturn]] void reject(const std::string& expected) const;

  /// Returns the next line that is neither empty nor a comment. `what` names the expected line.
  std::string_view line(std::string_view what);
  /// Returns the rest of the next line, which must begin with the given word.
  std::string field(std::string_view word);
  void expect_nothing_more();

  /// Parses a number that is not below zero.
  template <class Number>
  Number number(std::string_view text) const;
  /// Parses numbers, separated by commas, that may be below zero.
  std::vector<double> coefficients(std::string_view text) const;
  std::vector<std::int64_t> sizes(std::string_view text) const;

 private:
  template <class Number>
  Number any_number(std::string_view text) const;
  template <class Action>
  static void for_each_in_list(std::string_view text, Action action);

  std::string_view text_;
  std::string path_;
  int number_ = 0;
};

template <class Number>
Number MapReader::any_number(std::string_view text) const {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() ||
      !std::isfinite(static_cast<double>(value)))
    reject("expected a number, found '" + std::string(text) + "'");
  return value;
}

template <class Number>
Number MapReader::number(std::string_view text) const {
  const auto value = any_number<Number>(text);
  if (value < 0) reject("expected a number of at least 0, found '" + std::string(text) + "'");
  return value;
}

}  // namespace tutti
