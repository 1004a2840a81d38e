/// The rules file of Open MPI's tuned component before version 6, which has algorithms by number.
#include "harness/map/openmpi_rules.hpp"

namespace tutti {

static std::vector<EmittedFile> emit(SelectionMap& map, const nlohmann::json& details,
                                     const std::string& path) {
  return {{path, openmpi::classic_rules(map, details)}};
}

static bool recognizes(std::string_view text) {
  return !text.starts_with('{') && !text.starts_with(openmpi::classic_version_2);
}

}  // namespace tutti

// Version 6 reads it, too, but applies each rule to the numbers of ranks before it.
MAP_FORMAT(openmpi_classic){
    .target = "openmpi",
    .until = "6.0.0",
    .recognizes = tutti::recognizes,
    .expressible = tutti::openmpi::expressible_by_rules,
    .emit = tutti::emit,
    .environment = tutti::openmpi::load_rules,
};
