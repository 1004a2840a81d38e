#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "contract/shape.hpp"
#include "optimized/schedule/schedule.hpp"

namespace tutti {

/// Where one unit comes from: what the symbolic engine moves and combines in place of data. Small,
/// since on thousands of ranks the memory is what takes the time.
struct Unit {
  static constexpr int origin_bits = 40;
  static constexpr std::uint64_t unwritten = (1 << 24) - 1;

  std::uint64_t origin : origin_bits = 0;  ///< whose contribution; see Meaning
  std::uint64_t index : 24 = unwritten;    ///< which unit of that contribution

  friend bool operator==(const Unit&, const Unit&) = default;
};

/// What a collective means, in terms of where units come from. The origin of a unit is
/// - the rank it was moved from,
/// - for commutative operations a fingerprint of the multiset of ranks combined in it: the sum of
///   a random 40-bit weight per rank,
/// - for non-commutative operations the run of ranks [first, last) combined in it, in rank order.
class Meaning {
 public:
  explicit Meaning(const Shape& shape);

  /// A unit that the rank contributes.
  Unit input(int rank, std::int64_t index) const;
  /// What the output of the rank must hold, in its order.
  void expect(int rank, std::vector<Unit>& units) const;
  /// Combines source into target. False if that makes no sense: other elements, or ranks that do
  /// not follow each other in a non-commutative operation.
  bool combine(Unit source, Unit& target, Order order) const;
  /// For people.
  std::string describe(Unit unit) const;

 private:
  std::uint64_t ranks(int first, int last) const;
  void append(std::vector<Unit>& units, std::uint64_t origin, Range indices) const;

  const Shape shape_;
  std::vector<std::uint64_t> weights_before_;  ///< per rank, of all ranks before it
  std::vector<Range> blocks_;
};

}  // namespace tutti
