#include "npb_drivers/is/bucket_distribution.hpp"

#include <algorithm>

namespace npb::is {

Share divide(std::span<const int> local, std::span<const int> global, int keys_per_rank, int rank,
             std::span<int> send_counts) {
  std::ranges::fill(send_counts, 0);
  Share own;
  Share next;
  std::size_t receiver = 0;
  int sent = 0;
  for (std::size_t bucket = 0; bucket < global.size(); ++bucket) {
    next.keys += global[bucket];
    sent += local[bucket];
    const int so_far = next.lesser_keys + next.keys;
    // All ranks together have 2^27 keys at most, so this does not overflow.
    if (so_far < (static_cast<int>(receiver) + 1) * keys_per_rank) continue;
    next.end_bucket = static_cast<int>(bucket) + 1;
    if (static_cast<int>(receiver) == rank) own = next;
    send_counts[receiver++] = sent;
    sent = 0;
    next = {.first_bucket = next.end_bucket, .lesser_keys = so_far};
  }
  return own;
}

}  // namespace npb::is
