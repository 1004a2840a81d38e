#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/map/format.hpp"

namespace tutti {

/// Writes the files of a map: those that the library loads, the map as readable text (`.map`), and
/// the variables that make the library load it (`.env`). Returns their paths.
std::vector<std::string> deploy(const MapFormat& format, SelectionMap& map,
                                const nlohmann::json& library_details, const std::string& path);

/// A deployed map.
struct Deployment {
  const RegisteredMapFormat* format = nullptr;
  SelectionMap map;
  std::map<std::string, std::string> environment;
  std::vector<std::string> files;  ///< absolute paths of the files that the library reads
};

/// Finds the map and the format of a deployed file. Throws UsageError.
Deployment find_deployment(const std::string& path);

}  // namespace tutti
