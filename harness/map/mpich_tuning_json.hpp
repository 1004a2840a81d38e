#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/map/format.hpp"
#include "optimized/selection/selection_map.hpp"

namespace tutti::mpich {

/// A selection tree: nested objects whose keys are predicates, tested in order (if, else if, ...).
using Tree = nlohmann::ordered_json;

/// Returns the key that tests a message size, `avg_msg_size` or `total_msg_size`; nothing if MPICH
/// has none for the collective.
std::optional<std::string> size_key(Collective collective);

/// Converts a size of tutti, in bytes, to the size that this key tests.
std::int64_t library_bytes(Collective collective, int ranks, std::int64_t bytes);

/// Returns why the tree cannot choose the subject; empty if it can. The conditions that precede an
/// algorithm in the library's own tree are its preconditions; if it is not in that tree, its
/// preconditions are unknown.
std::string reason_against(const std::string& subject, const Tree& library_tree);

/// Returns the library's own tree with the rules of the map inserted; all other decisions stay.
/// Each rule keeps the preconditions of its algorithm. A rule whose preconditions contradict every
/// path is removed from the map and noted in its remarks.
Tree overlay(const Tree& library_tree, SelectionMap& map);

/// Does the same for the device's tree, one level above: there, the rules pass the call as a whole
/// to the library's tree, not split by node.
Tree overlay_device(const Tree& device_tree, const Tree& library_tree, SelectionMap& map);

/// Returns what the tuning files can express. `details` holds the trees of the library.
FormatCapabilities expressible(const nlohmann::json& details);

/// Returns the tuning files of the library's and of the device's selection.
std::vector<EmittedFile> emit(SelectionMap& map, const nlohmann::json& details,
                              const std::string& path);

}  // namespace tutti::mpich
