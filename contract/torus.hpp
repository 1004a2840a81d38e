#pragma once

#include <string_view>
#include <vector>

namespace tutti {

/// The positions of ranks on a torus. Ranks are numbered row by row, so that neighbours in the last
/// dimension have successive numbers, as in MPI's Cartesian communicators.
class Torus {
 public:
  explicit Torus(std::vector<int> extents);

  int ranks() const { return ranks_; }
  int dimensions() const { return static_cast<int>(extents_.size()); }
  int extent(int dimension) const { return extents_[index(dimension)]; }
  /// Returns the difference between the ranks of neighbours in that dimension.
  int stride(int dimension) const { return strides_[index(dimension)]; }
  int coordinate(int rank, int dimension) const {
    return rank / stride(dimension) % extent(dimension);
  }

 private:
  static std::size_t index(int dimension) { return static_cast<std::size_t>(dimension); }

  std::vector<int> extents_, strides_;
  int ranks_ = 1;
};

/// Returns extents whose product is the number of ranks, as equal as its prime factors allow, the
/// longest first.
std::vector<int> even_extents(int ranks, int dimensions);

/// Returns all lists of extents whose product is the number of ranks, in every order, without
/// extents of 1.
std::vector<std::vector<int>> all_extents(int ranks);

/// Parses extents written as `4x4x4`. Throws UsageError.
std::vector<int> parse_extents(std::string_view text);

}  // namespace tutti
