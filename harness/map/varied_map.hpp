#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "harness/map/format.hpp"

namespace tutti {

/// Returns a map with another algorithm of the library for each number of ranks and each range of sizes, and none where
/// blocks have less than 64 bytes: to see whether a library reads a format as it is meant. It was not measured.
/// `details` are the library_details of a result header. Requires MPI to be initialized, after prepare_forcing().
SelectionMap varied_map(const MapFormat& format, const nlohmann::json& details,
                        const std::vector<int>& ranks);

}  // namespace tutti
