#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "contract/shape.hpp"
#include "optimized/schedule/schedule.hpp"

namespace tutti {

/// The provenance of one unit, which the symbolic engine moves and combines in place of data.
/// Small, since on thousands of ranks memory access takes most of the time.
struct Provenance {
  static constexpr int origin_bits = 40;
  static constexpr std::uint64_t unwritten = (1 << 24) - 1;

  std::uint64_t origin : origin_bits = 0;  ///< the contributing ranks; see Meaning
  std::uint64_t index : 24 = unwritten;    ///< index of the unit in the contribution

  friend bool operator==(const Provenance&, const Provenance&) = default;
};

/// The meaning of a collective, in terms of the provenance of units. The origin of a unit is
/// - the rank from which it was moved,
/// - for commutative operations a fingerprint of the multiset of ranks combined in it: the sum of a
/// random 40-bit weight per rank,
/// - for non-commutative operations the run of ranks [first, last) combined in it, in rank order.
class Meaning {
 public:
  explicit Meaning(const Shape& shape);

  /// Returns a unit that the rank contributes.
  Provenance input(int rank, std::int64_t index) const;
  /// Fills `units` with the expected output of the rank, in order.
  void expect(int rank, std::vector<Provenance>& units) const;
  /// Combines source into target. Returns false if the two must not be combined: different
  /// elements, or for a non-commutative operation ranks that do not follow each other.
  bool combine(Provenance source, Provenance& target, Order order) const;
  /// Returns a description for messages.
  std::string describe(Provenance unit) const;

 private:
  std::uint64_t ranks(int first, int last) const;
  void expect_from_neighbours(int rank, std::vector<Provenance>& units) const;
  void append(std::vector<Provenance>& units, std::uint64_t origin, Range indices) const;

  const Shape shape_;
  std::vector<std::uint64_t> weights_before_;  ///< per rank: sum for all ranks before it
  std::vector<Range> blocks_;
};

}  // namespace tutti
