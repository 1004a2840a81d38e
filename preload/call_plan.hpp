#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <utility>

#include "contract/call.hpp"
#include "optimized/overlap/early_return_decision.hpp"
#include "optimized/selection/determination_cache.hpp"
#include "preload/overlap_protocols.hpp"

namespace tutti::preload {

/// What the service keeps with a communicator of the program.
struct ServedComm {
  /// Maximum number of eligible communicators of a process. Each takes another communicator of the
  /// library, and MPICH has 2048 per process.
  static constexpr int eligible_max = 256;
  /// Number of eligible communicators of this process.
  static inline std::atomic<int> eligible_count = 0;

  /// Throws MpiError.
  explicit ServedComm(MPI_Comm comm);
  ~ServedComm() { leave_to_library(); }
  ServedComm(const ServedComm&) = delete;
  ServedComm& operator=(const ServedComm&) = delete;

  /// Leaves all its collectives to the library from then on. Must be called at all its ranks.
  void leave_to_library() { eligible_count -= std::exchange(eligible, false); }

  bool eligible;  ///< whether tutti may serve it: all its ranks choose alike
  int rank = 0, ranks = 1;
  std::shared_ptr<const Topology> topology;
  std::unique_ptr<DeterminationCache> cache;  ///< null if the library serves all calls
  std::map<OperationParameters, overlap::EarlyReturnDecision> decisions;
};

/// The parameters of a call, and the protocols that were chosen for it.
struct CallPlan {
  OperationParameters parameters = {};
  Determination determination = {};               ///< of a call that completes before it returns
  const ProtocolMetadata* overlapping = nullptr;  ///< if it returns early; null if it must not
  OpTraits op = {};
  int rank = 0;
  int sent_blocks = 0, received_blocks = 0;  ///< where there is one for each rank, or neighbour
  bool valid = false;  ///< true if the arguments are valid; if not, only the collective is known
};

/// Returns the plan of a call. `overlapping` is null if calls do not overlap.
CallPlan plan_call(const Call& call, const OverlapProtocols* overlapping);

}  // namespace tutti::preload
