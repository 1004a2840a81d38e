#include "harness/accept/verdict/verdict_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "harness/platform/xml.hpp"

namespace tutti {
namespace {

using nlohmann::ordered_json;

/// The columns of a verdict, in their order. Numbers that do not apply are null.
ordered_json columns(const Judgement& judgement, const PlaceVerdict& place) {
  const auto number = [](double value) {
    return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr);
  };
  return {{"requirement", judgement.requirement},
          {"line", judgement.line},
          {"place", place.place + place.details},
          {"verdict", name(place.conformity)},
          {"value", number(place.value)},
          {"low", number(place.low)},
          {"high", number(place.high)},
          {"limit", number(place.limit)},
          {"unit", place.unit},
          {"launches", place.launches},
          {"launches_needed", place.launches_needed},
          {"reason", place.reason}};
}

void for_each_place(const std::vector<Judgement>& judgements, auto&& function) {
  for (const auto& judgement : judgements)
    for (const auto& place : judgement.places) function(judgement, place);
}

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

std::string csv_field(const ordered_json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return quoted(value.get<std::string>());
  if (value.is_number_float()) return fmt::format("{:.6g}", value.get<double>());
  return value.dump();
}

std::string csv_line(const std::vector<std::string>& fields) {
  return fmt::format("{}\n", fmt::join(fields, ","));
}

std::string junit_result(const PlaceVerdict& place) {
  switch (place.conformity) {
    case Conformity::falls_short:
      return fmt::format("      <failure message=\"{}\"/>\n", xml_escaped(place.reason));
    case Conformity::cannot_tell:
      return fmt::format("      <skipped message=\"{}\"/>\n", xml_escaped(place.reason));
    case Conformity::holds:
      break;
  }
  return fmt::format("      <system-out>{}</system-out>\n", xml_escaped(place.reason));
}

}  // namespace

std::string to_junit(const std::vector<Judgement>& judgements,
                     const std::string& requirements_file) {
  std::string cases;
  int tests = 0, failures = 0, skipped = 0;
  for_each_place(judgements, [&](const Judgement& judgement, const PlaceVerdict& place) {
    cases += fmt::format("    <testcase classname=\"{}:{}\" name=\"{}: {}\">\n{}    </testcase>\n",
                         xml_escaped(requirements_file), judgement.line,
                         xml_escaped(judgement.requirement),
                         xml_escaped(place.place + place.details), junit_result(place));
    ++tests;
    failures += place.conformity == Conformity::falls_short;
    skipped += place.conformity == Conformity::cannot_tell;
  });
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"tutti accept\" tests=\"{}\" failures=\"{}\" skipped=\"{}\">\n{}"
      "  </testsuite>\n</testsuites>\n",
      tests, failures, skipped, cases);
}

std::string to_csv(const std::vector<Judgement>& judgements) {
  std::vector<std::string> names;
  const auto empty = columns({}, {});
  for (const auto& [column, value] : empty.items()) names.push_back(column);
  std::string text = csv_line(names);
  for_each_place(judgements, [&](const Judgement& judgement, const PlaceVerdict& place) {
    std::vector<std::string> fields;
    for (const auto& value : columns(judgement, place)) fields.push_back(csv_field(value));
    text += csv_line(fields);
  });
  return text;
}

std::vector<nlohmann::json> to_rows(const std::vector<Judgement>& judgements) {
  std::vector<nlohmann::json> rows;
  for_each_place(judgements, [&](const Judgement& judgement, const PlaceVerdict& place) {
    nlohmann::json row(columns(judgement, place));
    row["row"] = "verdict";
    rows.push_back(std::move(row));
  });
  return rows;
}

}  // namespace tutti
