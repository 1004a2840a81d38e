#pragma once

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>

#include "harness/case/workspace.hpp"
#include "harness/runner/case_thread.hpp"
#include "harness/runner/communicators.hpp"
#include "harness/runner/evidence.hpp"
#include "harness/runner/rank_progress.hpp"
#include "harness/subject/subject.hpp"

namespace tutti {

/// Runs this rank's side of cases. All ranks of the world run the same cases in the same order.
class Runner {
 public:
  Runner(int world_rank, RankProgress& progress) : world_rank_(world_rank), progress_(progress) {}

  /// Runs the case and says what this rank saw. On `fresh` communicators nothing has run before;
  /// else they may have served earlier cases. Throws UsageError if there is no such subject.
  Evidence run(const Case& test, bool fresh);

  /// Sets aside the communicators of the last case, which failed: messages that it left behind must
  /// not reach a later case through a communicator that takes their place. Collective.
  void set_aside();

  /// The subject of that name. Throws UsageError if there is none.
  const Subject& subject(const std::string& name);

 private:
  /// Communicators, and what runs on them.
  struct Stage {
    Communicators communicators;
    std::map<std::tuple<Group, int, int>, std::unique_ptr<Activation>> activations;
    Communicator reversed;                 ///< of the law that ran last
    std::unique_ptr<Activation> backward;  ///< on it

    void end_activations();
    Activation& activation(const Subject& subject, const Case& test, int lane);
  };

  void settle(const Case& test, bool fresh);
  Evidence run_on(Stage& stage, const Case& test);
  Evidence run_law(Stage& stage, const Case& test);
  CaseThread thread_part(Stage& stage, const Case& test, int lanes, int thread);

  int world_rank_;
  RankProgress& progress_;
  std::uint64_t cases_ = 0;  ///< so far, those without this rank included
  std::map<std::string, std::unique_ptr<Subject>> subjects_;
  std::array<Resources, 2> resources_;  ///< one per thread
  std::unique_ptr<Stage> used_ = std::make_unique<Stage>();
  std::unique_ptr<Stage> fresh_;                               ///< of the last case, if it was so
  std::deque<std::unique_ptr<Stage>> set_aside_;               ///< the oldest first
  std::string staged_subject_;                                 ///< whose activations are in used_
  std::set<std::tuple<Group, int, int>> known_communicators_;  ///< of all ranks, not only this one
};

}  // namespace tutti
