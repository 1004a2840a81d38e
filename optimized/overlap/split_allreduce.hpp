#pragma once

#include "contract/call.hpp"
#include "contract/pooled_memory.hpp"
#include "optimized/overlap/receive_blocks.hpp"

namespace tutti::overlap {

/// An allreduce of packed elements in two: its ends, and its middle, which may return early. The ends cover
/// those parts of pages that hold other data of the program, too, wherever the buffers of the ranks lie:
/// so all ranks cut alike.
class SplitAllreduce {
 public:
  /// Whether a middle is left. The same at all ranks, whose datatypes are the same.
  static bool leaves_middle(const Call& call);

  SplitAllreduce(const Call& call, int rank, int ranks);

  /// Both ends as one call, in memory of their own. Valid while this lives.
  Call ends() const;
  /// Gives the program what ends() brought.
  void hand_over_ends() const;
  Call middle() const;
  /// All that the program receives.
  Bytes received() const;

 private:
  Call call_;
  std::ptrdiff_t end_bytes_;  ///< of each end
  std::ptrdiff_t all_bytes_;
  const std::byte* input_;
  PooledMemory sent_, received_;
};

}  // namespace tutti::overlap
