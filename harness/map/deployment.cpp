#include "harness/map/deployment.hpp"

#include <fmt/core.h>

#include <filesystem>

#include "contract/error.hpp"
#include "harness/platform/replace_file.hpp"
#include "harness/subject/subject.hpp"
#include "optimized/selection/environment_fingerprint.hpp"

namespace tutti {
namespace {

std::string absolute(const std::string& path) {
  return std::filesystem::absolute(path).lexically_normal().string();
}

std::string environment_text(const MapFormat& format, const std::string& path) {
  std::string text = "# Makes the MPI library load the map: source this file before mpiexec.\n";
  for (const auto& [variable, value] : format.environment(absolute(path)))
    text += fmt::format("export {}='{}'\n", variable, value);
  return text;
}

/// Returns whether a subject of that name exists in this program with its library.
bool known(std::string_view subject) {
  try {
    return find_subject(subject) != nullptr;
  } catch (const UsageError&) {
    return false;
  } catch (const CannotRun&) {
    return true;  // exists, but can be forced only in a launch of its own
  }
}

/// Reads a map. A map of tutti's own protocols must have the registry signature of this program's
/// algorithms.
SelectionMap checked_map(const std::string& path) {
  const auto map = read_map(path, {.known = known});
  if (map.target != "tutti") return map;
  return read_map(path, {.registry = registry_signature(), .known = known});
}

}  // namespace

std::vector<std::string> deploy(const MapFormat& format, SelectionMap& map,
                                const nlohmann::json& library_details, const std::string& path) {
  auto files = format.emit(map, library_details, path);
  if (path != beside(path, "map")) files.push_back({beside(path, "map"), print(map)});
  if (!format.environment(path).empty())
    files.push_back({beside(path, "env"), environment_text(format, path)});
  std::vector<std::string> paths;
  for (const auto& file : files) {
    replace_file(file.path, file.text);
    paths.push_back(file.path);
  }
  return paths;
}

Deployment find_deployment(const std::string& path) {
  if (!std::filesystem::exists(path))
    throw UsageError(path + ": cannot be read; expected a file that `tutti map` wrote");
  Deployment found{.map = checked_map(beside(path, "map")), .environment = {}, .files = {}};
  found.format = &map_format_of(found.map.target, path);
  found.environment = found.format->format->environment(absolute(path));
  for (const auto& [variable, value] : found.environment)
    if (std::filesystem::exists(value)) found.files.push_back(value);
  return found;
}

}  // namespace tutti
