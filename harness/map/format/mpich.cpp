/// The tuning files of MPICH: its selection trees with the rules of the map inserted.
#include "harness/map/mpich_tuning_json.hpp"

namespace tutti {

static std::map<std::string, std::string> environment(const std::string& path) {
  return {{"MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE", path},
          {"MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE", beside(path, "ch4.json")}};
}

}  // namespace tutti

MAP_FORMAT(mpich){
    .target = "mpich",
    .expressible = tutti::mpich::expressible,
    .emit = tutti::mpich::emit,
    .environment = tutti::environment,
};
