/// The map as text, which the preloaded library reads.
#include "harness/map/format.hpp"
#include "harness/platform/launch.hpp"

namespace tutti {

static FormatCapabilities expressible(const nlohmann::json&) {
  return {.sees_bytes = [](Collective collective) { return !traits(collective).locally_sized; }};
}

static std::vector<EmittedFile> emit(SelectionMap& map, const nlohmann::json&,
                                     const std::string& path) {
  return {{path, print(map)}};
}

static std::map<std::string, std::string> environment(const std::string& path) {
  return {{"LD_PRELOAD", preload_library(false)}, {"TUTTI_MAP", path}};
}

}  // namespace tutti

MAP_FORMAT(tutti){
    .target = "tutti",
    .expressible = tutti::expressible,
    .emit = tutti::emit,
    .environment = tutti::environment,
};
