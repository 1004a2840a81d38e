#pragma once

#include "contract/call.hpp"
#include "contract/pooled_memory.hpp"
#include "optimized/overlap/protectable_pages.hpp"

namespace tutti::overlap {

/// An allreduce of packed elements, split in two: its ends, and its middle, which may return early.
/// The ends cover the partial pages, which hold other data of the program, too, wherever the
/// buffers of the ranks lie: so all ranks split alike.
class SplitAllreduce {
 public:
  /// Returns whether a middle is left. The result is the same at all ranks, whose datatypes are the
  /// same.
  static bool leaves_middle(const Call& call);

  SplitAllreduce(const Call& call, int rank, int ranks);

  /// Returns both ends as one call, with buffers of its own. Valid while this object lives.
  Call ends() const;
  /// Copies the result of ends() to the program's receive buffer.
  void hand_over_ends() const;
  Call middle() const;
  /// Returns the program's whole receive buffer.
  Bytes received() const;

 private:
  Call call_;
  std::ptrdiff_t end_bytes_;  ///< number of bytes of each end
  std::ptrdiff_t all_bytes_;
  const std::byte* input_;
  PooledMemory sent_, received_;
};

}  // namespace tutti::overlap
