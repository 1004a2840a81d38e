#pragma once

#include <functional>
#include <vector>

#include "harness/accept/search/examination.hpp"
#include "harness/accept/search/suspect.hpp"

namespace tutti {

/// The result for one suspect.
struct Examined {
  Suspect suspect;
  TrialResult trials;
};

/// What the trials of all suspects came to; those that were dismissed are in neither list.
struct ExaminedSuspects {
  std::vector<Examined> named = {};      ///< slow by more than the margin
  std::vector<Examined> undecided = {};  ///< neither named nor dismissed after all trials
};

/// The suspects of a search whose examinations are not over.
class OpenSuspects {
 public:
  OpenSuspects(const std::vector<Suspect>& suspects, const SearchGoal& goal);

  bool empty() const { return suspects_.empty(); }
  const std::vector<Suspect>& suspects() const { return suspects_; }

  /// Adds a trial of each, in their order: see Examination::add(). Those whose examination is over
  /// then are open no more.
  void add_trials(const std::vector<double>& log_excesses);
  /// Leaves those undecided that do not fulfil the condition, which is asked once for each.
  void keep_if(const std::function<bool(const Suspect&)>& condition);

  /// When none is open.
  const ExaminedSuspects& results() const { return results_; }

 private:
  template <class Condition>
  void keep_at(Condition condition);

  std::vector<Suspect> suspects_;
  std::vector<Examination> examinations_;  ///< of the suspects, in the same order
  ExaminedSuspects results_ = {};
};

}  // namespace tutti
