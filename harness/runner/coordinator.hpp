#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "contract/mpi_handle.hpp"
#include "harness/runner/rank_progress.hpp"

namespace tutti {

/// What rank 0 wants the others to do next.
struct Order {
  enum class Kind {
    run_used,   ///< run the case, on communicators that earlier cases may have used
    run_fresh,  ///< run the case, on new communicators, as a replay does
    set_aside,  ///< the last case failed: set its communicators aside
    stop,       ///< end with the status that the text holds
  };
  Kind kind = Kind::stop;
  std::string text;
};

/// The harness's own messages: plain point-to-point through PMPI_* on a duplicate of the world, so
/// that nothing that is under test carries them. Rank 0 gives orders, every rank answers. Who waits
/// sleeps: ranks that look for messages all the time take the cores from those that run the case.
class Coordinator {
 public:
  /// Collective over the world. The board lets ranks of one host wake each other.
  explicit Coordinator(RankProgress& progress);

  int rank() const { return rank_; }
  int ranks() const { return ranks_; }

  /// Rank 0: tells every other rank.
  void give(const Order& order);
  /// The other ranks: waits for rank 0.
  Order await() const;
  /// The other ranks: answers rank 0.
  void answer(const std::string& text);
  /// Rank 0: the answers of the other ranks, in rank order.
  std::vector<std::string> collect();

 private:
  std::string receive(int from, int* tag) const;

  RankProgress& progress_;
  Communicator comm_;
  int rank_ = 0;
  int ranks_ = 1;
  std::uint64_t answers_ = 0;  ///< so far
};

}  // namespace tutti
