#pragma once

#include <mpi.h>

#include <vector>

#include "npb_drivers/is/bucket_distribution.hpp"
#include "npb_drivers/is/problem.hpp"
#include "npb_drivers/stopwatch.hpp"

namespace npb::is {

/// A parallel ranking of integer keys that are distributed over the ranks of a communicator: each
/// rank puts its keys into buckets, sends whole buckets to the ranks that own them, and counts the
/// occurrences of each value in its own buckets.
/// Source: Bailey et al., The NAS Parallel Benchmarks, RNR-94-007, 2.7.
class IntegerSort {
 public:
  /// Draws the keys. The exchange of keys, and the counting after it, add their times to
  /// `sections`.
  IntegerSort(const Problem& problem, MPI_Comm comm, Sections& sections);

  /// Finds the place of each key in the sorted order; two keys depend on the iteration, from 1 to
  /// 10. Returns how many of this process's test keys have the place that NPB specifies.
  int iterate(int iteration);

  /// Returns, the same at every process, whether the places found by the last iteration put all keys
  /// into order. Overwrites the places. Collective.
  bool sorts_all_keys();

 private:
  void draw_keys();
  void alter_keys(int iteration);
  void count_buckets();
  void sort_into_buckets();
  void agree_on_division();
  void exchange_keys();
  void count_values();
  int count_right_ranks(int iteration) const;
  std::vector<int> sorted_keys();

  int first_value() const { return share_.first_bucket << problem_.log2_bucket_values(); }
  int end_value() const { return share_.end_bucket << problem_.log2_bucket_values(); }

  const Problem& problem_;
  MPI_Comm comm_;
  Sections& sections_;
  int ranks_ = 0, rank_ = 0;
  int keys_per_rank_ = 0;
  std::vector<int> keys_;
  std::vector<int> work_;  ///< the keys bucket by bucket, which are sent; then the counts of values
  std::vector<int> received_;
  std::vector<int> local_, global_;  ///< keys in each bucket, followed by the test keys
  std::vector<int> send_counts_, send_places_, receive_counts_, receive_places_;
  Share share_;
};

}  // namespace npb::is
