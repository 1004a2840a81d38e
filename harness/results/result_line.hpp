#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "contract/error.hpp"
#include "harness/platform/json.hpp"
#include "harness/results/result_file.hpp"

namespace tutti {

/// One row of a result file, with its file and line number for error messages. Every function
/// throws UsageError if the row does not hold what it returns.
class ResultLine {
 public:
  ResultLine(const std::string& path, int number, const std::string& text);

  /// Throws UsageError that names file and line.
  [[noreturn]] void reject(const std::string& expected) const;

  template <class Value>
  Value get(const std::string& field) const {
    try {
      const auto& value = json_.at(field);
      if constexpr (std::is_integral_v<Value>) {
        using Limits = std::numeric_limits<Value>;
        return static_cast<Value>(whole_number(value, Limits::min(), Limits::max()));
      } else {
        if (!std::is_arithmetic_v<Value> || value.is_number()) return value.template get<Value>();
      }
    } catch (const nlohmann::json::exception&) {  // rejected below
    } catch (const UsageError&) {
    }
    reject("expected the field '" + field + "' with a " + kind_of<Value>());
  }

  bool has(const std::string& field) const { return json_.contains(field); }
  std::string text(const std::string& field) const { return get<std::string>(field); }
  /// A text that must be one of these.
  std::string one_of(const std::vector<std::string>& allowed, const std::string& field) const;
  double number(const std::string& field) const { return get<double>(field); }
  int count(const std::string& field) const { return get<int>(field); }
  std::int64_t bytes() const;  ///< of the field `bytes`
  nlohmann::json table(const std::string& field) const;
  Point point() const;
  Summary summary(const std::string& prefix, std::size_t repetitions) const;
  ResultHeader header() const;
  const nlohmann::json& whole() const { return json_; }

 private:
  template <class Value>
  static constexpr const char* kind_of() {
    if constexpr (std::is_same_v<Value, std::string>) return "text";
    if constexpr (std::is_same_v<Value, int>) return "whole number below 2^31";
    if constexpr (std::is_integral_v<Value>) return "whole number below 2^63";
    if constexpr (std::is_arithmetic_v<Value>) return "number";
    return "list or table of the right kind";
  }

  std::string path_;
  int number_;
  nlohmann::json json_;
};

/// Calls the function with each row of a result file. Throws UsageError, with file and line, if the
/// file is missing, empty or cut, or holds something other than JSON objects.
void for_each_row(const std::string& path, const std::function<void(const ResultLine&)>& function);

}  // namespace tutti
