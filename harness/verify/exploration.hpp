#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/case/generate/cases.hpp"
#include "harness/runner/executor.hpp"
#include "harness/verify/earlier_launches.hpp"
#include "harness/verify/fault_class.hpp"
#include "harness/verify/verification_results.hpp"

namespace tutti {

/// The limits of an exploration.
struct Effort {
  std::optional<std::int64_t> cases = {};  ///< cases that run, of all subjects together
  std::optional<double> seconds = {};
  std::int64_t cases_per_subject_min = 0;  ///< even if that exceeds the seconds
  std::uint64_t seed = 1;
  bool until_first_failure = false;
  std::vector<FaultClass> known = {};  ///< cases that meet one are left out
  /// What earlier launches did; null without any. Cases that hit new pairs of axis values are
  /// preferred then, subjects with few cases come first, and the seconds are kept.
  EarlierLaunches* earlier = nullptr;
};

/// Tries generated cases on subjects in turn, and shrinks failing cases. A collective of a subject
/// that has failed is not tried again, so that one fault does not hide others.
class Exploration {
 public:
  /// The callbacks for progress and failures.
  struct Listener {
    std::function<void()> on_progress;  ///< about once a second
    std::function<void(const Failure& failure)> on_failure;
  };

  /// The subjects are added to record.subjects in the order of the scopes.
  Exploration(Executor& executor, std::vector<Scope> scopes, const Effort& effort, Record& record,
              Listener listener);

  void run();

 private:
  /// A subject with the generator of its cases.
  struct Candidate {
    Scope scope;
    rc::Random random;
    SubjectRecord* record;
    int useless_draws = 0;  ///< consecutive draws without a case that could run
    bool commutative_only[collective_table.size()] = {};
    bool portable_data_only = false;

    bool exhausted() const;
    void leave_out(Collective collective);
  };

  /// A case that meets a known fault, to be tried in a launch of its own.
  struct Suspended {
    Case test;
    Candidate* candidate;
  };

  void take_turn(Candidate& candidate);
  void try_known_fault_case();
  void try_alone(KnownFaultRecord& left_out, const Suspended& suspended);
  bool has_enough_cases(const Candidate& candidate) const;
  std::vector<PlannedCase> plan(Candidate& candidate, int cases);
  int cases_of_turn(const Candidate& candidate) const;
  Case draw(Candidate& candidate);
  int choices_of_draw();
  int count_new(const Case& test);
  std::vector<KnownFaultRecord*> known_faults_of(const Case& test);
  bool would_be_new(const Candidate& candidate, const Case& test);
  bool wanted(const Candidate& candidate, const Case& test) const;
  void book_hits(const Case& test, bool fresh);
  void book(Candidate& candidate, const PlannedCase& planned, const Result& result);
  std::chrono::duration<double> shrinking_budget() const;
  Failure shrunk(Executor& executor, const Case& failing, const Outcome& first,
                 const std::function<bool(const Case&)>& may_try);
  void book_failure(Candidate& candidate, const Failure& failure);
  bool spent() const;

  Executor& executor_;
  Effort effort_;
  Record& record_;
  Listener listener_;
  std::vector<Candidate> candidates_;
  std::map<const KnownFault*, Suspended> suspended_;  ///< the last drawn case of each fault
  double seconds_alone_ = 0;                          ///< spent on these cases
  double seconds_shrinking_ = 0;
  std::int64_t cases_ = 0;
  std::int64_t draws_ = 0;
  bool failed_ = false;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace tutti
