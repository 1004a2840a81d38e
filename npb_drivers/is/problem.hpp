#pragma once

#include <array>

namespace npb::is {

inline constexpr int iterations = 10;

/// A key whose rank among all keys NPB tells.
struct TestKey {
  int index;  ///< its place among the keys of all ranks, which are those of rank 0 first
  int rank;   ///< how many keys are less, in the iteration `base`
  int slope;  ///< by how many more in each further iteration, which alters two keys
  int base = 0;

  int rank_in(int iteration) const { return rank + slope * (iteration - base); }
};

/// A class of the benchmark.
struct Problem {
  int log2_keys;    ///< of all ranks
  int log2_values;  ///< that a key may have
  int log2_buckets;
  std::array<TestKey, 5> tests;

  int keys() const { return 1 << log2_keys; }
  int values() const { return 1 << log2_values; }
  int buckets() const { return 1 << log2_buckets; }
  int log2_bucket_values() const { return log2_values - log2_buckets; }
};

/// `problem_class` is S, W, A, B or C.
const Problem& problem_of(char problem_class);

}  // namespace npb::is
