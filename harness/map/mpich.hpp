#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "optimized/selection/selection_map.hpp"

namespace tutti::mpich {

/// A selection tree: nested objects whose keys are predicates, in order: if, else if, ...
using Tree = nlohmann::ordered_json;

/// The key that compares a message with a size, `avg_msg_size` or `total_msg_size`; nothing if the
/// library defines none for the collective.
std::optional<std::string> size_key(Collective collective);

/// One of our sizes in bytes as that key measures it.
std::int64_t library_bytes(Collective collective, int ranks, std::int64_t bytes);

/// Why the tree cannot choose the subject, empty if it can. What stands in the library's own tree
/// in front of an algorithm is its precondition; an algorithm that is not there has unknown ones.
std::string objection(const std::string& subject, const Tree& library_tree);

/// The library's own tree with our rules laid over it: all else is decided as before. Each rule
/// keeps the preconditions of its algorithm. Rules whose preconditions contradict every way to
/// them are left out and noted in map.remarks.
Tree overlay(const Tree& library_tree, SelectionMap& map);

/// The same one level above: the device's tree, in which our rules hand the call down to the tree
/// above as a whole, not split by node.
Tree overlay_device(const Tree& device_tree, const Tree& library_tree, SelectionMap& map);

}  // namespace tutti::mpich
