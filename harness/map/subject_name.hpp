#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "contract/collective.hpp"

namespace tutti {

/// The parts of the name of an algorithm inside a library: `openmpi:bcast/chain:segment=4096`.
struct LibraryAlgorithm {
  std::string library;
  Collective collective = Collective::barrier;
  std::string algorithm;
  std::map<std::string, long> parameters;
};

/// Nothing if the name is not of that form.
std::optional<LibraryAlgorithm> library_algorithm(std::string_view subject);

}  // namespace tutti
