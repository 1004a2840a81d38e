#include "harness/results/result_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>

#include "contract/error.hpp"

namespace tutti {
namespace {

constexpr auto bytes_max = std::int64_t{1} << 40;
constexpr int ranks_max = 1 << 22;  // so that all bytes of all ranks can be counted

}  // namespace

ResultLine::ResultLine(const std::string& path, int number, const std::string& text)
    : path_(path), number_(number), json_(parsed_json(text)) {
  if (!json_.is_object()) reject("expected one whole JSON object: the file is cut or foreign");
}

void ResultLine::reject(const std::string& expected) const {
  throw UsageError(fmt::format("{}:{}: {}", path_, number_, expected));
}

std::string ResultLine::one_of(const std::vector<std::string>& allowed,
                               const std::string& field) const {
  auto value = text(field);
  if (std::ranges::find(allowed, value) == allowed.end())
    reject(fmt::format("expected one of {} in '{}', found '{}'", fmt::join(allowed, ", "), field,
                       value));
  return value;
}

std::int64_t ResultLine::bytes() const {
  const auto value = get<std::int64_t>("bytes");
  if (value < 0 || value > bytes_max) reject(fmt::format("expected bytes from 0 to {}", bytes_max));
  return value;
}

nlohmann::json ResultLine::table(const std::string& field) const {
  auto value = get<nlohmann::json>(field);
  if (!value.is_object()) reject(fmt::format("expected the field '{}' with a table", field));
  return value;
}

Point ResultLine::point() const {
  const auto collective = collective_named(text("collective"));
  if (!collective) reject("expected the name of a collective, found '" + text("collective") + "'");
  const Point point{*collective, count("ranks"), bytes()};
  if (point.ranks < 1 || point.ranks > ranks_max)
    reject(fmt::format("expected from 1 to {} ranks", ranks_max));
  return point;
}

Summary ResultLine::summary(const std::string& prefix, std::size_t repetitions) const {
  return {.repetitions = static_cast<int>(repetitions),
          .median = number(prefix + "_median"),
          .median_interval = {number(prefix + "_low"), number(prefix + "_high")},
          .p95 = number(prefix + "_p95"),
          .p99 = number(prefix + "_p99"),
          .min = number(prefix + "_min"),
          .max = number(prefix + "_max")};
}

ResultHeader ResultLine::header() const {
  if (count("tutti_results") != 1) reject("expected results of version 1");
  return {.kind = text("kind"),
          .date = text("date"),
          .launch = count("launch"),
          .ranks = count("ranks"),
          .library = text("library"),
          .library_version = text("library_version"),
          .registry = text("registry"),
          .machine = text("machine"),
          .machine_details = table("machine_details").dump(),
          .environment = get<std::map<std::string, std::string>>("environment"),
          .command_line = text("command_line"),
          .library_details = table("library_details").dump()};
}

void for_each_row(const std::string& path, const std::function<void(const ResultLine&)>& function) {
  std::ifstream file(path);
  if (!file) throw UsageError(path + ": cannot be read; expected a result file of tutti");
  std::string text;
  int number = 0;
  while (std::getline(file, text)) {
    const ResultLine line(path, ++number, text);
    if (file.eof()) line.reject("expected a line break at the end: the file is cut");
    function(line);
  }
  if (number == 0) throw UsageError(path + ":1: expected a header row, the file is empty");
}

}  // namespace tutti
