#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "harness/verify/axes.hpp"

namespace tutti {

/// A number of things that were hit, out of those that can be.
struct Share {
  std::size_t hit = 0;
  std::size_t all = 0;
};

/// Numbers of values and of pairs of values.
struct ValuesAndPairs {
  int values = 0;
  int pairs = 0;
};

/// The axis values, and the pairs of values of different axes, that cases have hit so far; of one
/// launch or of many. Which pairs exist is not known (a barrier has no root): those count that
/// some drawn case has, whether it was run or not. Values of the axis `op_on` are pairs already,
/// and stay out of the pairs.
class Coverage {
 public:
  /// Adds values that cases can hit.
  void expect(const std::vector<AxisValue>& values) { numbers_of(values); }
  /// Adds a drawn case, which may be run or not.
  void draw(const std::vector<AxisValue>& values);
  /// Adds a case that was run.
  void hit(const std::vector<AxisValue>& values);
  /// Returns how many values, and pairs of values, the case would be the first to hit.
  ValuesAndPairs count_new(const std::vector<AxisValue>& values);

  Share values() const;
  Share pairs() const;
  /// Returns the values that were never hit, as `axis=value`.
  std::vector<std::string> missing() const;

  nlohmann::json to_json() const;
  /// Adds what to_json() returned. Throws UsageError if it is something else.
  void add(const nlohmann::json& json);

 private:
  using Pair = std::uint64_t;

  std::uint32_t number_of(const std::string& name);
  std::vector<std::uint32_t> numbers_of(const std::vector<AxisValue>& values);
  bool is_paired(std::uint32_t value) const;
  bool of_one_axis(std::uint32_t one, std::uint32_t other) const;
  template <class Visitor>
  void for_each_pair(std::span<const std::uint32_t> values, Visitor visit) const;

  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<std::string> names_;  ///< `axis=value`, by number
  std::unordered_set<std::uint32_t> hit_values_;
  std::unordered_set<Pair> drawn_pairs_;
  std::unordered_set<Pair> hit_pairs_;
};

}  // namespace tutti
