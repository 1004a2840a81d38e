#pragma once

#include <map>
#include <string>

#include "optimized/selection/selection_map.hpp"

namespace tutti::openmpi {

/// Returns the rules file of Open MPI's component HAN, which serves communicators over several nodes before `tuned` does:
/// calls for which the map has rules are left to tuned, all others stay with HAN. From version 5 on; described in Open
/// MPI's coll_han_dynamic_file.h.
std::string han_rules(const SelectionMap& map);

/// Returns the variables that make HAN load the rules file at the path.
std::map<std::string, std::string> load_han_rules(const std::string& path);

}  // namespace tutti::openmpi
