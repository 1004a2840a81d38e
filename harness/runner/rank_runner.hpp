#pragma once

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "harness/case/call_buffers.hpp"
#include "harness/runner/case_outcome.hpp"
#include "harness/runner/case_thread.hpp"
#include "harness/runner/communicator_pool.hpp"
#include "harness/runner/rank_progress.hpp"
#include "harness/subject/subject.hpp"

namespace tutti {

/// Runs this rank's part of cases. All ranks of MPI_COMM_WORLD run the same cases in one order.
class RankRunner {
 public:
  RankRunner(int world_rank, RankProgress& progress)
      : world_rank_(world_rank), progress_(progress) {}

  /// Runs the case and returns what this rank saw. On `fresh` communicators nothing has run before;
  /// others may have served earlier cases. Throws UsageError for an unknown subject.
  RankOutcome run(const Case& test, bool fresh);

  /// Sets aside, instead of freeing, the communicators of the last case, which failed: messages
  /// left in them must not reach a later case through a communicator that takes their place.
  /// Collective over MPI_COMM_WORLD.
  void set_aside();

  /// Returns the subject of that name. Throws UsageError if there is none.
  const Subject& subject(const std::string& name);

 private:
  /// Communicators, and the activations on them.
  struct CommunicatorSet {
    Communicators communicators;
    std::map<CommunicatorKey, std::unique_ptr<Activation>> activations;
    Communicator reversed;                 ///< of the law that ran last
    std::unique_ptr<Activation> backward;  ///< the activation on `reversed`

    void end_activations();
    Activation& activation(const Subject& subject, const Case& test, int lane);
  };

  void end_stale_activations(const Case& test, bool fresh);
  RankOutcome run_on(CommunicatorSet& stage, const Case& test);
  RankOutcome run_again_and_again(CommunicatorSet& stage, const Case& test);
  RankOutcome run_law(CommunicatorSet& stage, const Case& test);
  CaseThread case_thread(CommunicatorSet& stage, const Case& test, int lanes, int thread);

  int world_rank_;
  RankProgress& progress_;
  std::uint64_t cases_ = 0;  ///< number of cases so far, including those without this rank
  std::map<std::string, std::unique_ptr<Subject>> subjects_;
  std::array<Resources, 2> resources_;  ///< one per thread
  std::unique_ptr<CommunicatorSet> used_ = std::make_unique<CommunicatorSet>();
  std::unique_ptr<CommunicatorSet> fresh_;                  ///< of the last case, if fresh
  std::deque<std::unique_ptr<CommunicatorSet>> set_aside_;  ///< the oldest first
  std::string staged_subject_;                              ///< subject of activations in used_
  std::set<CommunicatorKey> known_communicators_;           ///< of all ranks, not only this one
};

}  // namespace tutti
