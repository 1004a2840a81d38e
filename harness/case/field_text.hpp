#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "harness/case/enum_names.hpp"

namespace tutti {

/// Prints and parses the values of one type, and describes the text that is expected.
template <typename Value>
struct FieldText;

template <>
struct FieldText<std::string> {
  static std::string print(const std::string& value) { return value; }
  static std::optional<std::string> parse(std::string_view text) {
    if (text.empty()) return std::nullopt;
    return std::string(text);
  }
  static std::string expected() { return "a name"; }
};

template <>
struct FieldText<bool> {
  static std::string print(bool value) { return value ? "yes" : "no"; }
  static std::optional<bool> parse(std::string_view text) {
    if (text == "yes") return true;
    if (text == "no") return false;
    return std::nullopt;
  }
  static std::string expected() { return "yes or no"; }
};

template <std::integral Number>
struct FieldText<Number> {
  static std::string print(Number value) { return std::to_string(value); }
  static std::optional<Number> parse(std::string_view text) {
    Number value{};
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value);
    if (result.ec != std::errc{} || result.ptr != end) return std::nullopt;
    return value;
  }
  static std::string expected() { return "an integer"; }
};

template <typename Enum>
requires std::is_enum_v<Enum>
struct FieldText<Enum> {
  static std::string print(Enum value) { return std::string(enum_name(value)); }
  static std::optional<Enum> parse(std::string_view text) { return enum_value<Enum>(text); }
  static std::string expected() { return "one of " + all_names<Enum>(); }
};

template <typename Entry>
struct FieldText<std::vector<Entry>> {
  static std::string print(const std::vector<Entry>& values) {
    std::string text;
    for (const Entry& value : values) {
      if (!text.empty()) text += ',';
      text += FieldText<Entry>::print(value);
    }
    return text;
  }
  static std::optional<std::vector<Entry>> parse(std::string_view text) {
    std::vector<Entry> values;
    while (true) {
      const auto comma = text.find(',');
      const auto entry = FieldText<Entry>::parse(text.substr(0, comma));
      if (!entry) return std::nullopt;
      values.push_back(*entry);
      if (comma == std::string_view::npos) return values;
      text.remove_prefix(comma + 1);
    }
  }
  static std::string expected() {
    return FieldText<Entry>::expected().append(", or several separated by commas");
  }
};

}  // namespace tutti
