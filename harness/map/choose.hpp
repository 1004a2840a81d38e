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

/// The worst verdict that validations found, by point and chosen subject.
using Confirmations = std::map<std::pair<Point, std::string>, Verdict>;
Confirmations confirmations(const std::vector<ResultSection>& validation);

/// The rules that a map format can express.
struct FormatCapabilities {
  /// Returns whether a rule for the collective can depend on the message size.
  std::function<bool(Collective)> sees_bytes = [](Collective) { return true; };
  /// Returns why a rule cannot choose the subject; empty if it can.
  std::function<std::string(const std::string& subject)> reason_against = [](const std::string&) {
    return std::string();
  };
  bool guards_commutativity = true;
};

/// A point where the map differs from the default, with the measurements that support the choice.
struct Choice {
  Point point;
  std::string subject;
  Pairing times_us;
};

/// The result of choose().
struct Chosen {
  SelectionMap map;
  std::vector<Choice> choices;
};

/// Chooses, for each point, the best subject that is significantly better than the library's
/// default, `mpi`, and builds rules from the choices. A tie keeps the default. Nothing is
/// extrapolated: a rule holds for the number of ranks at which it was measured, from its measured
/// size up to the next one; beyond the largest size the default stays. With confirmations, a choice
/// needs a second verdict `better` from them; a choice that they lack keeps the default. Throws
/// UsageError if the sections come from different libraries, machines or registries.
Chosen choose(const std::vector<ResultSection>& tuning, const std::string& target,
              const FormatCapabilities& format, const Significance& significance,
              const std::optional<Confirmations>& confirmed = {});

}  // namespace tutti
