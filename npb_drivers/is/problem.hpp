#pragma once

#include <array>

namespace npb::is {

inline constexpr int iterations = 10;

/// A key whose rank among all keys NPB specifies.
struct TestKey {
  int index;  ///< position among the keys of all ranks, beginning with those of rank 0
  int rank;   ///< number of smaller keys in the iteration `base`
  int slope;  ///< increase per further iteration, each of which alters two keys
  int base = 0;

  int rank_in(int iteration) const { return rank + slope * (iteration - base); }
};

/// A class of the benchmark.
struct Problem {
  int log2_keys;    ///< of all ranks together
  int log2_values;  ///< of the values that a key may have
  int log2_buckets;
  std::array<TestKey, 5> tests;

  int keys() const { return 1 << log2_keys; }
  int values() const { return 1 << log2_values; }
  int buckets() const { return 1 << log2_buckets; }
  int log2_bucket_values() const { return log2_values - log2_buckets; }
};

/// Returns the problem of a class, which is S, W, A, B or C.
const Problem& problem_of(char problem_class);

}  // namespace npb::is
