#pragma once

#include <span>

namespace npb::is {

/// The buckets that a rank gets: neighbouring ones, or none.
struct Share {
  int first_bucket = 0;
  int end_bucket = 0;
  int lesser_keys = 0;  ///< keys of all ranks in the buckets before
  int keys = 0;         ///< keys of all ranks in these buckets
};

/// Divides the buckets among the ranks, in order: each rank takes whole buckets until it and the
/// ranks before it have at least their average number of keys. `local` and `global` are the numbers
/// of keys in each bucket, of this rank and of all. Sets the number of keys that this rank sends to
/// each rank, and returns its own share.
Share divide(std::span<const int> local, std::span<const int> global, int keys_per_rank, int rank,
             std::span<int> send_counts);

}  // namespace npb::is
