#pragma once

#include <span>

namespace npb::is {

/// What a rank gets: neighbouring buckets, or none.
struct Share {
  int first_bucket = 0;
  int end_bucket = 0;
  int lesser_keys = 0;  ///< of all ranks, in the buckets before
  int keys = 0;         ///< of all ranks, in these buckets
};

/// Gives the buckets to the ranks, in order: each takes whole buckets until it and those before it have
/// as many keys as they have on the average.
/// `local` and `global` are the numbers of keys in each bucket, of this rank and of all. Sets how many
/// keys this one sends to each rank, and returns its own share.
Share divide(std::span<const int> local, std::span<const int> global, int keys_per_rank, int rank,
             std::span<int> send_counts);

}  // namespace npb::is
