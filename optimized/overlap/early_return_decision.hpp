#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>

namespace tutti::overlap {

/// Finds out whether a program is faster where calls of one kind return early. What is compared is the
/// time from one to the next: it holds the call, the computation behind it, and all that data which travel
/// meanwhile take from that. All ranks decide alike: whose calls return early fetches data later, and from
/// a call that blocks nobody returns before his are fetched.
class EarlyReturnDecision {
 public:
  /// From one call to the next, where the first returns early, or not.
  struct Seconds {
    double early, blocking;
  };
  /// Of such a call, as far as is known: what computation could hide at most, and what to guard its memory
  /// costs.
  struct Expectation {
    double hidden_seconds = std::numeric_limits<double>::infinity();
    double guard_seconds = 0;
  };
  /// Makes the same of what each rank has measured. Called at the same calls at all ranks.
  using Agree = std::function<Seconds(Seconds)>;
  enum class Trials {
    seldom,      ///< of what was worse so far
    every_other  ///< call is one: to measure both as well as possible
  };

  /// Of a program's time so far, what finding out may cost.
  static constexpr double affordable_share = 0.02;

  /// `known`: what all ranks had agreed on in an earlier run.
  explicit EarlyReturnDecision(std::optional<Seconds> known = {}, Trials trials = Trials::seldom);

  /// A call begins, so many seconds after some moment. True if it is to return early.
  bool begins(double seconds, const Expectation& expectation, const Agree& agree);

  /// Of the time since the last call so much was spent to look at it.
  void discount(double seconds) { begun_ += seconds; }

  /// The call blocked, and its rank waited so long with a core that nobody wanted. What it did in the rest
  /// somebody has to do also if the call returns early.
  void waited(double idle_seconds) { idle_seconds_ = std::min(idle_seconds_, idle_seconds); }

  /// What all ranks have agreed on. None while only one of both was measured.
  std::optional<Seconds> agreed() const;

 private:
  class Cycle {
   public:
    void add(double seconds);
    double seconds() const { return seconds_; }

   private:
    double seconds_ = 0;
  };

  static bool is_better(Seconds seconds);
  bool is_trial(const Expectation& expectation, const Agree& agree) const;
  bool is_first_trial(const Expectation& expectation, const Agree& agree) const;
  bool is_further_trial(Seconds known) const;

  static constexpr Seconds unknown{.early = std::numeric_limits<double>::infinity(), .blocking = 0};

  Cycle early_, blocking_;
  Seconds agreed_;
  Trials trials_;
  long calls_ = 0;
  double begun_ = 0;
  double idle_seconds_ = std::numeric_limits<double>::infinity();
  bool returns_early_ = false, tried_ = false;
};

}  // namespace tutti::overlap
