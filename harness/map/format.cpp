#include "harness/map/format.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "contract/error.hpp"
#include "contract/library_version.hpp"

namespace tutti {

namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

std::vector<std::string> map_format_names() {
  std::set<std::string> names;
  for (const auto& row : map_formats()) {
    names.emplace(row.name);
    names.emplace(row.format->target);
  }
  return {names.begin(), names.end()};
}

bool reads(std::string_view library_version, const MapFormat& format) {
  if (format.target == "tutti") return true;
  const auto version = version_number(library_version);
  return !is_older(version, format.since) &&
         (format.until.empty() || is_older(version, format.until));
}

std::string readers_of(const MapFormat& format) {
  std::string text = format.target == "openmpi" ? "Open MPI" : "MPICH";
  if (!format.since.empty()) text += fmt::format(" from {} on", format.since);
  if (!format.until.empty())
    text += fmt::format("{} before {}", format.since.empty() ? "" : ",", format.until);
  return text;
}

const RegisteredMapFormat& find_map_format(std::string_view name,
                                           std::string_view library_version) {
  const auto exact = std::ranges::find(map_formats(), name, &RegisteredMapFormat::name);
  if (exact != map_formats().end()) {
    if (!reads(library_version, *exact->format))
      throw UsageError(
          fmt::format("--format {}: expected results of {}, which read it as it is meant; found {}",
                      name, readers_of(*exact->format), library_version));
    return *exact;
  }
  const RegisteredMapFormat* newest = nullptr;
  for (const auto& row : map_formats())
    if (row.format->target == name && reads(library_version, *row.format) &&
        (!newest || is_older(newest->format->since, row.format->since)))
      newest = &row;
  if (!newest)
    throw UsageError(fmt::format(
        "--format {}: expected results of a version that reads one of the formats; found {}", name,
        library_version));
  return *newest;
}

const RegisteredMapFormat& map_format_of(std::string_view target, const std::string& path) {
  const auto text = text_of(path);
  for (const auto& row : map_formats())
    if (row.format->target == target && row.format->recognizes(text)) return row;
  throw UsageError(fmt::format("{}: no format of maps for the target '{}'", path, target));
}

std::string beside(const std::string& path, std::string_view suffix) {
  return std::filesystem::path(path).replace_extension(suffix).string();
}

}  // namespace tutti
