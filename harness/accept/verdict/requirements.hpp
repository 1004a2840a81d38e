#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "harness/accept/figure.hpp"
#include "harness/accept/verdict/limit.hpp"

namespace tutti {

/// A limit for figures. What is not given matches figures of every value.
struct FigureRequirement {
  std::string measure = {};
  int hosts = 0;  ///< of each place: 0 the machine, 1 each node, 2 each pair
  std::optional<std::int64_t> bytes = {};
  std::optional<int> ranks = {};
  std::optional<int> ranks_per_node = {};
  std::string load = "idle";
  bool at_most = true;  ///< else at least
  Limit limit = {};

  bool matches(const Measurand& measurand) const;
};

/// A fact that may not differ between hosts; `*` stands for all facts.
struct SameFactRequirement {
  std::string fact = {};
};

/// Nodes, links and groups that may be slower than the others, at most.
struct SlowPlacesRequirement {
  int most = 0;
};

/// Every collective that was verified was right.
struct CorrectRequirement {};

/// One `[[require]]` entry of a requirements file.
struct Requirement {
  int line = 0;           ///< where the entry begins
  std::string name = {};  ///< as given, or what it demands: `allreduce bytes=8 at most 25 us`
  std::variant<FigureRequirement, SameFactRequirement, SlowPlacesRequirement, CorrectRequirement>
      demand = {};
};

/// What a contract demands of a machine. docs/formats.md describes the file.
struct Requirements {
  std::string file = {};
  /// Bound of the probability that any requirement is said to fall short that is met, over the
  /// whole file and however often it is asked.
  double false_alarms = 0.01;
  /// Bound of the probability that all requirements are said to hold while one is not met, however
  /// often it is asked.
  double false_passes = 0.01;
  /// Launches are taken to scatter alike here and in the baseline, and at all nodes or pairs.
  bool shared_spread = false;
  std::vector<Requirement> list = {};

  /// Throws UsageError that names the file and the requirement's line.
  [[noreturn]] void reject(const Requirement& requirement, const std::string& expected) const;
};

/// Reads a requirements file. Throws UsageError with file, line and what was expected.
Requirements read_requirements(const std::string& path);

}  // namespace tutti
