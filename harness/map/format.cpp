#include "harness/map/format.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <array>
#include <filesystem>

#include "contract/error.hpp"
#include "harness/platform/launch.hpp"

namespace tutti {

const MapFormat tutti_map_format{
    .name = "tutti",
    .target = "tutti",
    .expressible =
        [](const nlohmann::json&) {
          return Expressible{.sees_bytes = [](Collective collective) {
            return !traits(collective).locally_sized;
          }};
        },
    .emit = [](SelectionMap& map, const nlohmann::json&,
               const std::string& path) -> std::vector<EmittedFile> {
      return {{path, print(map)}};
    },
    .environment = [](const std::string& path) -> std::map<std::string, std::string> {
      return {{"LD_PRELOAD", preload_library()}, {"TUTTI_MAP", path}};
    }};

std::span<const MapFormat> map_formats() {
  static const std::array formats{tutti_map_format, mpich_map_format, openmpi_rules_format,
                                  openmpi_json_format};
  return formats;
}

const MapFormat& find_map_format(std::string_view name) {
  std::vector<std::string_view> names;
  for (const auto& format : map_formats()) {
    if (format.name == name) return format;
    names.push_back(format.name);
  }
  throw UsageError(
      fmt::format("--format: expected one of {}, found '{}'", fmt::join(names, ", "), name));
}

std::string beside(const std::string& path, std::string_view suffix) {
  return std::filesystem::path(path).replace_extension(suffix).string();
}

}  // namespace tutti
