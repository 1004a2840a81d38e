#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>

#include "contract/library_version.hpp"
#include "harness/measure/launch_description.hpp"
#include "harness/platform/json.hpp"

namespace tutti {
namespace {

constexpr std::string_view tree_begin = "{\"collective=";

/// A readable memory segment of this process that is mapped from a library's file.
struct Segment {
  const char* begin = nullptr;
  const char* end = nullptr;
};

std::vector<Segment> library_segments(const std::string& library) {
  std::vector<Segment> segments;
  if (library.empty()) return segments;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::istringstream fields(line);
    std::uintptr_t begin = 0, end = 0;
    char dash = 0;
    std::string access;
    fields >> std::hex >> begin >> dash >> end >> access;
    if (line.ends_with(library) && access.starts_with('r'))
      segments.push_back(
          {reinterpret_cast<const char*>(begin), reinterpret_cast<const char*>(end)});
  }
  return segments;
}

/// Returns the level of a selection tree: the device's tree (`ch4`) chooses compositions, the tree
/// below it (`mpir`) chooses algorithms. Returns null for other text.
const char* level_of(std::string_view tree) {
  if (tree.find("\"composition=") != std::string_view::npos) return "ch4";
  if (tree.find("\"algorithm=MPIR_") != std::string_view::npos) return "mpir";
  return nullptr;
}

}  // namespace

nlohmann::json compiled_in_trees() {
  auto trees = nlohmann::json::object();
  for (const auto& segment : library_segments(library_file())) {
    const std::string_view memory(segment.begin,
                                  static_cast<std::size_t>(segment.end - segment.begin));
    for (auto at = memory.find(tree_begin); at != std::string_view::npos;
         at = memory.find(tree_begin, at + 1)) {
      const auto text = memory.substr(at, memory.find('\0', at) - at);
      if (const char* level = level_of(text); level && !parsed_json(text).is_discarded())
        trees[level] = text;
    }
  }
  return trees;
}

}  // namespace tutti
