#pragma once

#include <functional>
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
  int searches = 1;           ///< that share this probability
  double missed = 0.01;       ///< bound of the probability to dismiss a suspect that is that slow
  int trials_max = 80;        ///< of one suspect
  /// Asked after each trial; nothing: there is no limit.
  std::function<bool()> time_is_up = {};
};

/// The result of the trials of one suspect.
struct TrialResult {
  double excess = 0;             ///< relative excess cost: 0.1 is a tenth more
  Interval excess_interval;      ///< holds the median with 95 %, were the number of trials fixed
  double error_probability = 1;  ///< bound of the probability that any search names without reason
  int trials = 0;
};

/// Trials of one suspect beside something comparable. One succeeds for "slow" if the suspect is
/// slower by more than the margin, and for "sound" if it is slower by less than what is to be found.
class Examination {
 public:
  /// `suspects` share the probability of false names.
  Examination(const SearchGoal& goal, std::size_t suspects);

  /// `log_excess` is the logarithm of the suspect's cost over that of what it is compared with.
  void add(double log_excess);

  bool is_slow() const { return error_probability() <= goal_.false_names; }
  bool is_sound() const { return sound_.strength() >= 1 / goal_.missed; }
  /// Returns whether more trials are worth their time even where little is left.
  bool seems_slow() const;
  /// Returns whether more trials are not needed, or not allowed. Goes on for a while with what is
  /// slow: a requirement that depends on it may ask for more certainty. When the time is up, only
  /// goes on with what seems slow.
  bool is_over() const;
  TrialResult result() const;

 private:
  double error_probability() const;

  SearchGoal goal_;
  double shares_;  ///< of the probability of false names
  std::vector<double> log_excesses_;
  Evidence slow_, sound_;
};

}  // namespace tutti
