#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "contract/mpi_handle.hpp"
#include "harness/runner/rank_progress.hpp"

namespace tutti {

/// An order of rank 0 to all other ranks.
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

/// The messages of the harness: point-to-point through PMPI_* on a duplicate of MPI_COMM_WORLD, so
/// that nothing under test carries them. Rank 0 gives orders, every rank answers. Waiting ranks
/// sleep, since ranks that poll would take the cores from those that run the case.
class Coordinator {
 public:
  /// Collective over MPI_COMM_WORLD. `progress` lets the ranks of one host wake each other.
  explicit Coordinator(RankProgress& progress);

  int rank() const { return rank_; }
  int ranks() const { return ranks_; }

  /// Sends an order to every other rank. Only rank 0.
  void give(const Order& order);
  /// Waits for an order of rank 0. Only other ranks.
  Order await() const;
  /// Sends an answer to rank 0. Only other ranks.
  void answer(const std::string& text);
  /// Waits for the answers of the other ranks; returns them in rank order. Only rank 0.
  std::vector<std::string> collect();

 private:
  std::string receive(int from, int* tag) const;

  RankProgress& progress_;
  Communicator comm_;
  int rank_ = 0;
  int ranks_ = 1;
  std::uint64_t answers_ = 0;  ///< number of orders answered so far
};

}  // namespace tutti
