#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>

namespace tutti::overlap {

/// Decides whether calls of one kind return early, by whether the program is faster that way. It
/// compares the time from one call to the next, which includes the call, the computation behind it,
/// and all that data in flight take from that computation. All ranks decide alike: a rank whose
/// call returns early fetches data later, and no rank returns from a blocking call before its own
/// data are fetched.
class EarlyReturnDecision {
 public:
  /// The seconds from one call to the next, if the first returns early and if it blocks.
  struct Seconds {
    double early, blocking;
  };
  /// What is known of a call in advance: the seconds that computation could hide at most, and the
  /// seconds that it takes to guard its memory.
  struct Expectation {
    double hidden_seconds = std::numeric_limits<double>::infinity();
    double guard_seconds = 0;
  };
  /// Function that makes one value for all ranks of what each has measured. Collective: it is
  /// called at the same calls at all ranks.
  using Agree = std::function<Seconds(Seconds)>;
  enum class Trials {
    seldom,      ///< trials of the alternative that was worse so far
    every_other  ///< every other call is a trial, to measure both as well as possible
  };

  /// Share of a program's time so far that trials may cost.
  static constexpr double affordable_share = 0.02;

  /// `known` is what all ranks agreed on in an earlier run.
  explicit EarlyReturnDecision(std::optional<Seconds> known = {}, Trials trials = Trials::seldom);

  /// Returns whether the call that begins now is to return early. `seconds` is the present time,
  /// since any fixed moment.
  bool begins(double seconds, const Expectation& expectation, const Agree& agree);

  /// Excludes seconds that were spent on observing the last call from the time until the next.
  void discount(double seconds) { begun_ += seconds; }

  /// Records that a blocking call waited so many seconds on a core that was otherwise idle. Its
  /// other work has to be done also if the call returns early.
  void waited(double idle_seconds) { idle_seconds_ = std::min(idle_seconds_, idle_seconds); }

  /// Returns what all ranks have agreed on; nullopt while only one of both was measured.
  std::optional<Seconds> agreed() const;

 private:
  class SmoothedSeconds {
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

  SmoothedSeconds early_, blocking_;
  Seconds agreed_;
  Trials trials_;
  long calls_ = 0;
  double begun_ = 0;
  double idle_seconds_ = std::numeric_limits<double>::infinity();
  bool returns_early_ = false, tried_ = false;
};

}  // namespace tutti::overlap
