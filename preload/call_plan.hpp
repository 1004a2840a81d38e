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

/// A communicator of the program.
struct ServedComm {
  /// Each takes another communicator of the library, and MPICH has 2048 for each process.
  static constexpr int eligible_max = 256;
  /// Of this process.
  static inline std::atomic<int> eligible_count = 0;

  /// Throws MpiError.
  explicit ServedComm(MPI_Comm comm);
  ~ServedComm() { leave_to_library(); }
  ServedComm(const ServedComm&) = delete;
  ServedComm& operator=(const ServedComm&) = delete;

  /// All its ranks must do so together.
  void leave_to_library() { eligible_count -= std::exchange(eligible, false); }

  bool eligible;  ///< all its ranks choose alike
  int rank = 0, ranks = 1;
  std::unique_ptr<DeterminationCache> cache;  ///< null where the library serves all
  std::map<OperationParameters, overlap::EarlyReturnDecision> decisions;
};

/// What a call is, and what is chosen for it.
struct CallPlan {
  OperationParameters parameters = {};
  Determination determination = {};               ///< if it ends before it returns
  const ProtocolMetadata* overlapping = nullptr;  ///< if it returns early: null if it must not
  OpTraits op = {};
  int rank = 0;
  bool valid = false;  ///< its arguments mean something
};

/// `overlapping` is null where calls do not overlap.
CallPlan plan_call(const Call& call, const OverlapProtocols* overlapping);

}  // namespace tutti::preload
