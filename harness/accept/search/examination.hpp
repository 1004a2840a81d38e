#pragma once

#include <optional>
#include <vector>

#include "harness/accept/search/evidence.hpp"
#include "harness/results/statistics.hpp"

namespace tutti {

/// What a search has to find, and how certainly.
struct SearchGoal {
  double smallest = 0.10;     ///< excess cost, relative, that is to be found
  double margin = 0.05;       ///< excess cost, relative, that nothing is named for
  double false_names = 0.01;  ///< bound of the probability that anything is named without reason
  double missed = 0.01;       ///< bound of the probability to dismiss a suspect that is that slow
  int trials_max = 80;        ///< of one suspect
};

/// The result of the trials of one suspect.
struct TrialResult {
  double excess = 0;             ///< relative excess cost: 0.1 is a tenth more
  Interval excess_interval;      ///< its confidence interval
  double error_probability = 1;  ///< bound of the probability of so much evidence without reason
  int trials = 0;
};

/// Trials of one suspect beside something comparable. One succeeds for "slow" if the suspect is
/// slower by more than the margin, and for "sound" if it is slower by less than what is to be found.
class Examination {
 public:
  explicit Examination(const SearchGoal& goal);

  /// `log_excess` is the logarithm of the suspect's cost over that of what it is compared with.
  void add(double log_excess);

  /// Returns whether the suspect is slow, when there is enough evidence, among that many suspects.
  std::optional<bool> decision(std::size_t suspects) const;
  bool exhausted() const { return slow_.trials() >= goal_.trials_max; }
  TrialResult result() const;

 private:
  SearchGoal goal_;
  std::vector<double> log_excesses_;
  Evidence slow_, sound_;
};

}  // namespace tutti
