#pragma once

namespace tutti {

/// Evidence from a sequence of trials against the hypothesis that each succeeds with a probability
/// of at most one half, whatever happened before. May be looked at after each trial: the
/// probability that `strength()` ever reaches 1/alpha, though the hypothesis holds, is at most
/// alpha (Ville's inequality).
///
/// The strength is what a player owns who began with 1 and bets a fixed share of it on success in
/// each trial, at even odds; the mean over a grid of shares, so that none must be chosen before.
class Evidence {
 public:
  void add(bool success) { ++(success ? successes_ : failures_); }
  double strength() const;
  int trials() const { return successes_ + failures_; }

 private:
  int successes_ = 0;
  int failures_ = 0;
};

}  // namespace tutti
