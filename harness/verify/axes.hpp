#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/case/case.hpp"
#include "harness/case/generate/scope.hpp"

namespace tutti {

/// One value of one axis of the space of cases, such as `in_place=yes`.
struct AxisValue {
  std::string axis;
  std::string value;

  friend auto operator<=>(const AxisValue&, const AxisValue&) = default;
};

/// Returns the axis values that a case hits. `fresh` is whether its communicators are new.
std::vector<AxisValue> axes_of(const Case& test, bool fresh);

/// Returns all axis values that cases within the scope can hit.
std::vector<AxisValue> possible_axes(const Scope& scope);

/// The number of cases that hit each axis value.
class AxisTally {
 public:
  struct Count {
    std::int64_t hits = 0;
    std::int64_t not_applicable = 0;  ///< cases that the subject does not support
  };

  /// Adds values that count as missing until they are hit.
  void expect(const std::vector<AxisValue>& values);
  void hit(const std::vector<AxisValue>& values);
  void not_applicable(const std::vector<AxisValue>& values);
  /// Returns how many of the values are missing.
  int count_missing(const std::vector<AxisValue>& values) const;
  /// Returns the expected values that were not hit, except those that were often found not
  /// applicable.
  std::vector<AxisValue> missing() const;
  const std::map<AxisValue, Count>& counts() const { return counts_; }

 private:
  std::map<AxisValue, Count> counts_;
};

}  // namespace tutti
