#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "harness/map/choose.hpp"

namespace tutti {

/// One file that a deployment consists of.
struct EmittedFile {
  std::string path;
  std::string text;
};

/// A form in which a map can be deployed.
struct MapFormat {
  std::string_view name;
  std::string_view target;  ///< whose subjects it can select
  /// What it can say of this library. `details` are the library_details of the result header.
  Expressible (*expressible)(const nlohmann::json& details);
  /// The files, the first at the path given, further ones beside it. What of the map cannot be said
  /// is left out and added to its remarks.
  std::vector<EmittedFile> (*emit)(SelectionMap& map, const nlohmann::json& details,
                                   const std::string& path);
  /// The variables that make the library load the files, given the first one's absolute path.
  std::map<std::string, std::string> (*environment)(const std::string& path);
};

/// All of them: tutti, mpich, openmpi, openmpi-json.
std::span<const MapFormat> map_formats();

/// The format of that name. Throws UsageError that lists the names.
const MapFormat& find_map_format(std::string_view name);

extern const MapFormat tutti_map_format;
extern const MapFormat mpich_map_format;
extern const MapFormat openmpi_rules_format;
extern const MapFormat openmpi_json_format;

/// `maps/x.json` -> `maps/x.suffix`.
std::string beside(const std::string& path, std::string_view suffix);

}  // namespace tutti
