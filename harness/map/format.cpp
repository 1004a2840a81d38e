#include "harness/map/format.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <filesystem>

#include "contract/error.hpp"

namespace tutti {

std::vector<std::string> map_format_names() {
  std::vector<std::string> names;
  for (const auto& row : map_formats()) names.emplace_back(row.name);
  return names;
}

const RegisteredMapFormat& find_map_format(std::string_view name) {
  const auto found = std::ranges::find(map_formats(), name, &RegisteredMapFormat::name);
  assert(found != map_formats().end());
  return *found;
}

const MapFormat& map_format_of(std::string_view target, const std::string& path) {
  const MapFormat* any_extension = nullptr;
  for (const auto& [name, summary, format] : map_formats()) {
    if (format->target != target) continue;
    if (format->extension.empty())
      any_extension = format;
    else if (path.ends_with(format->extension))
      return *format;
  }
  if (any_extension) return *any_extension;
  throw UsageError(fmt::format("{}: no format of maps for the target '{}'", path, target));
}

std::string beside(const std::string& path, std::string_view suffix) {
  return std::filesystem::path(path).replace_extension(suffix).string();
}

}  // namespace tutti
