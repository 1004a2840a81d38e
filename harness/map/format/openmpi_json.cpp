/// The rules file of Open MPI's tuned component from version 6 on, which has algorithms by name.
#include "harness/map/openmpi_rules.hpp"

namespace tutti {

static std::vector<EmittedFile> emit(SelectionMap& map, const nlohmann::json&,
                                     const std::string& path) {
  return {{path, openmpi::json_rules(map)}};
}

}  // namespace tutti

MAP_FORMAT(openmpi_json){
    .target = "openmpi",
    .extension = ".json",
    .no_validation = "Open MPI 6 reads this form; validate the classic rules file for earlier ones",
    .expressible = tutti::openmpi::expressible,
    .emit = tutti::emit,
    .environment = tutti::openmpi::load_rules,
};
