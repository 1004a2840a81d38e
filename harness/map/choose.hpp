#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/results/measurement.hpp"
#include "optimized/selection/selection_map.hpp"

namespace tutti {

struct ResultSection;

/// What validations found of choices, each at its point: the worst.
using Confirmations = std::map<std::pair<Point, std::string>, Verdict>;
Confirmations confirmations(const std::vector<ResultSection>& validation);

/// What the format that the map is for can say.
struct Expressible {
  /// Whether a rule for the collective can depend on the message size.
  std::function<bool(Collective)> sees_bytes = [](Collective) { return true; };
  /// Why a rule cannot choose the subject; empty if it can.
  std::function<std::string(const std::string& subject)> objection = [](const std::string&) {
    return std::string();
  };
  bool guards_commutativity = true;
};

/// One point where the map differs from the default, with the measurements that speak for it.
struct Choice {
  Point point;
  std::string subject;
  Pairing times_us;
};

/// What was chosen.
struct Chosen {
  SelectionMap map;
  std::vector<Choice> choices;
};

/// Picks per point the best subject that is significantly better than the library's default, `mpi`,
/// and makes rules of it. A tie keeps the default. Nothing is extrapolated: a rule holds for the
/// number of ranks it was measured at, from the size it was measured at up to the next measured
/// size, and beyond the largest size the default stays. With confirmations, they must say the
/// same again; what they do not speak of keeps the default. Throws UsageError if the sections come
/// from different libraries, machines or registries.
Chosen choose(const std::vector<ResultSection>& tuning, const std::string& target,
              const Expressible& format, const Significance& significance,
              const std::optional<Confirmations>& confirmed = {});

}  // namespace tutti
