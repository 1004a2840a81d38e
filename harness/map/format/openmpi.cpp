/// The rules file of Open MPI's tuned component in versions 4.1 and 5.0.
#include "harness/map/openmpi_rules.hpp"

namespace tutti {

static std::vector<EmittedFile> emit(SelectionMap& map, const nlohmann::json& details,
                                     const std::string& path) {
  return {{path, openmpi::classic_rules(map, details)}};
}

}  // namespace tutti

MAP_FORMAT(openmpi){
    .target = "openmpi",
    .expressible = tutti::openmpi::expressible,
    .emit = tutti::emit,
    .environment = tutti::openmpi::load_rules,
};
