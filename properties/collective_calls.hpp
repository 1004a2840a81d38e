#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "contract/call.hpp"

namespace tutti {

using Values = std::vector<std::uint32_t>;

/// The collectives as a law calls them: on one communicator, on unsigned values of 32 bits that
/// wrap around, in blocks of count() values where nothing else is said. Reductions add.
class CollectiveCalls {
 public:
  using Run = std::function<int(Call)>;

  /// `run` makes the call on a communicator in which this process is `rank` of `ranks`.
  CollectiveCalls(int rank, int ranks, int count, int root, std::uint64_t seed, Run run)
      : rank_(rank), ranks_(ranks), count_(count), root_(root), seed_(seed), run_(std::move(run)) {}

  int rank() const { return rank_; }
  int ranks() const { return ranks_; }
  int count() const { return count_; }
  int root() const { return root_; }

  /// Returns this many blocks of pseudo-random values of this rank.
  Values values(int blocks) const;

  Values allgather(const Values& block);
  Values allreduce(const Values& input);
  Values alltoall(const Values& blocks);
  Values bcast(const Values& message);  ///< significant at the root
  Values exscan(const Values& input);   ///< returns zeros at rank 0
  Values gather(const Values& block);   ///< empty but at the root
  Values reduce(const Values& input);   ///< empty but at the root
  Values reduce_scatter_block(const Values& blocks);
  Values scan(const Values& input);
  Values scatter(const Values& blocks);  ///< significant at the root

  /// Returns the first error code that a collective returned, else MPI_SUCCESS.
  int error() const { return error_; }

 private:
  /// Makes the call with a receive buffer of `blocks` blocks of `receive_count` values.
  Values run(Collective collective, const Values& send, std::size_t send_count,
             std::size_t receive_count, int blocks);

  int rank_, ranks_, count_, root_;
  std::uint64_t seed_;
  Run run_;
  int error_ = MPI_SUCCESS;
};

/// Returns nothing if both are equal, else where they first differ, in one line.
std::optional<std::string> compare(const Values& left, const Values& right);

}  // namespace tutti
