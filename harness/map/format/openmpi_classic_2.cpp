/// The rules file of Open MPI's tuned component from version 5.0.7 on, which limits requests, too.
#include "harness/map/openmpi_han_rules.hpp"
#include "harness/map/openmpi_rules.hpp"

namespace tutti {

static std::vector<EmittedFile> emit(SelectionMap& map, const nlohmann::json& details,
                                     const std::string& path) {
  return {{path, openmpi::classic_rules_2(map, details)},
          {beside(path, "han"), openmpi::han_rules(map)}};
}

static bool recognizes(std::string_view text) {
  return text.starts_with(openmpi::classic_version_2);
}

}  // namespace tutti

MAP_FORMAT(openmpi_classic_2){
    .target = "openmpi",
    .since = "5.0.7",
    .until = "6.0.0",
    .recognizes = tutti::recognizes,
    .expressible = tutti::openmpi::expressible_with_requests,
    .emit = tutti::emit,
    .environment = tutti::openmpi::load_rules_beneath_han,
};
