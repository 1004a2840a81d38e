#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/case/case.hpp"
#include "harness/case/generate/scope.hpp"

namespace tutti {

/// One value of one axis of the space of cases, `in_place=yes` say.
struct AxisValue {
  std::string axis;
  std::string value;

  friend auto operator<=>(const AxisValue&, const AxisValue&) = default;
};

/// The axis values that a case hits; `fresh` says whether its communicators were new.
std::vector<AxisValue> axes_of(const Case& test, bool fresh);

/// Every axis value that cases within the scope can hit.
std::vector<AxisValue> possible_axes(const Scope& scope);

/// How many cases hit each axis value.
class AxisTally {
 public:
  struct Count {
    std::int64_t hits = 0;
    std::int64_t not_applicable = 0;  ///< cases that the subject could not do
  };

  /// From here on the values count as missing until they are hit.
  void expect(const std::vector<AxisValue>& values);
  void hit(const std::vector<AxisValue>& values);
  void not_applicable(const std::vector<AxisValue>& values);
  /// How many of the values nothing has hit yet.
  int new_among(const std::vector<AxisValue>& values) const;
  /// Values that were neither hit nor tried often and always outside of what the subjects can do.
  std::vector<AxisValue> missing() const;
  const std::map<AxisValue, Count>& counts() const { return counts_; }

 private:
  std::map<AxisValue, Count> counts_;
};

}  // namespace tutti
