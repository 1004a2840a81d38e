#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "contract/collective.hpp"
#include "optimized/selection/fit_equation.hpp"

namespace tutti {

/// A row of the map: the subject that serves the calls of a domain.
struct MapRule {
  Collective collective = Collective::barrier;
  Domain domain = {};
  std::string subject = {};
  bool commutative_only = false;                  ///< verified for commutative operations only
  std::vector<std::int64_t> measured_bytes = {};  ///< the sizes it was measured at

  friend bool operator==(const MapRule&, const MapRule&) = default;
};

/// A fit equation of a subject, which decides where no rule applies.
struct MapFit {
  Collective collective = Collective::barrier;
  std::string subject = {};
  bool commutative_only = false;
  FitEquation equation = {};

  friend bool operator==(const MapFit&, const MapFit&) = default;
};

/// The selection map. For calls that it does not mention, the library's default stays.
struct SelectionMap {
  std::string target = {};          ///< target of the selected subjects: mpich, openmpi or tutti
  std::string library = {};         ///< the library's version line
  std::string registry = {};        ///< signature of tutti's algorithms
  std::string machine = {};         ///< signature of the machine that it was measured on
  std::vector<MapRule> rules = {};  ///< sorted by collective, ranks, bytes; without overlap
  std::vector<MapFit> fits = {};    ///< those of one subject follow each other, without overlap
  /// Remarks for readers of the map: what was left out, and why. Written as comments.
  std::vector<std::string> remarks = {};

  friend bool operator==(const SelectionMap&, const SelectionMap&) = default;
};

/// Returns the map as text for people: a version line, signatures, one rule or fit per line, an end
/// line.
std::string print(const SelectionMap& map);

/// The conditions that a map must meet to be loaded. Empty signatures accept every one.
struct MapExpectation {
  std::string registry = {};
  std::string machine = {};
  /// Returns whether there is a subject of that name.
  std::function<bool(std::string_view subject)> known = [](std::string_view) { return true; };
};

/// Parses a map that print() wrote, all or nothing. Remarks are not read back. `path` is for error
/// messages. Throws UsageError with file, line and what was expected, if the text is cut, of
/// another version, has overlapping or empty ranges, an unknown name, or another signature.
SelectionMap parse_map(std::string_view text, const std::string& path,
                       const MapExpectation& expectation = {});

/// Reads a file and parses it. Throws UsageError.
SelectionMap read_map(const std::string& path, const MapExpectation& expectation = {});

}  // namespace tutti
