#pragma once

#include <cstdint>
#include <limits>

#include "optimized/selection/operation_parameters.hpp"

namespace tutti {

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

/// A half-open range: begin is inside, end is not.
template <class Value>
struct HalfOpen {
  Value begin;
  Value end;

  bool contains(Value value) const { return value >= begin && value < end; }
  bool overlaps(const HalfOpen& other) const { return begin < other.end && other.begin < end; }
  friend bool operator==(const HalfOpen&, const HalfOpen&) = default;
};

/// The numbers of ranks and bytes that a rule or an equation of a collective holds for.
struct Domain {
  HalfOpen<int> ranks{1, 2};
  HalfOpen<std::int64_t> bytes{0, unlimited};  ///< of one block, as in result files

  bool contains(const OperationParameters& parameters) const {
    return ranks.contains(parameters.ranks) && bytes.contains(parameters.bytes);
  }
  bool overlaps(const Domain& other) const {
    return ranks.overlaps(other.ranks) && bytes.overlaps(other.bytes);
  }
  friend bool operator==(const Domain&, const Domain&) = default;
};

}  // namespace tutti
