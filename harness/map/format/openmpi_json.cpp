/// The rules file of Open MPI's tuned component from version 6 on, which has algorithms by name.
#include "harness/map/openmpi_han_rules.hpp"
#include "harness/map/openmpi_rules.hpp"

namespace tutti {

static std::vector<EmittedFile> emit(SelectionMap& map, const nlohmann::json&,
                                     const std::string& path) {
  return {{path, openmpi::json_rules(map)}, {beside(path, "han"), openmpi::han_rules(map)}};
}

static bool recognizes(std::string_view text) { return text.starts_with('{'); }

}  // namespace tutti

MAP_FORMAT(openmpi_json){
    .target = "openmpi",
    .since = "6.0.0",
    .recognizes = tutti::recognizes,
    .expressible = tutti::openmpi::expressible_with_requests,
    .emit = tutti::emit,
    .environment = tutti::openmpi::load_rules_beneath_han,
};
