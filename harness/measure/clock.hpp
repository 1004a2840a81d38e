#pragma once

#include <optional>

#include "harness/measure/clock_line.hpp"
#include "harness/measure/control_messages.hpp"

namespace tutti {

/// Returns the time of this host's clock in microseconds, since some moment in the past. Nothing
/// steers it: it runs evenly, at the speed of its crystal.
double now_us();

/// What is assumed of the clocks of different hosts.
enum class ClockRule {
  drifting,  ///< they drift apart: offset and drift are fitted, and the fit can be renewed
  constant,  ///< they do not: the offset is found once. Wrong, but common; to compare with
};

/// Returns whether all ranks read the clock of one host. Collective.
bool on_one_clock(const Exchange& exchange);

/// A clock that all ranks agree on: that of rank 0's host. All processes of one host read the same
/// clock, so that one of them compares it with those of other hosts, and tells the others.
///
/// The hosts form a tree. Each asks its parent for the time of the root, as far as the parent knows
/// it, and fits a line to the answers, whose error includes the parent's. Hosts with different
/// parents ask at once, so that the rounds grow with the logarithm of the hosts. A host has up to 7
/// children at each level of the tree, rather than one: a round costs less than a millisecond, but
/// every level adds half a round trip to the error. 64 hosts make 2 levels.
///
/// Source: Hunold & Carpen-Amarie, Hierarchical Clock Synchronization in MPI, CLUSTER 2018 (HCA3).
class CommonClock {
 public:
  /// Takes a tenth of a second between hosts. Collective over the exchange.
  explicit CommonClock(const Exchange& exchange, ClockRule rule = ClockRule::drifting);

  double now() const { return at(now_us()); }
  /// Returns the common time at a time of this host's clock.
  double at(double local_us) const { return local_us + line_.offset_us_at(local_us); }

  /// Returns a bound of the error of now() in microseconds; 0 on rank 0's host. It grows with the
  /// age of the fit.
  double error_us() const { return line_.error_us_at(now_us()); }
  /// Returns the bound of the error of at().
  double error_us_at(double local_us) const { return line_.error_us_at(local_us); }
  /// Returns the bound as it was when the clocks were last compared.
  double error_us_when_compared() const { return line_.offset_error_us; }

  /// Compares the clocks again; earlier comparisons still count. Takes less than a millisecond for
  /// each round of the tree. Does nothing on one host, or if the clocks are taken to be constant.
  /// Collective.
  void renew();

  bool shared() const { return !host_; }  ///< whether all ranks are on one host
  double drift_us_per_s() const { return line_.drift_us_per_s; }

 private:
  void compare();
  void compare_along_tree();
  void ask(int parent);
  void answer(int child) const;

  ClockRule rule_;
  std::optional<Exchange> host_;             ///< the processes of this host; none if all are
  std::optional<Exchange> representatives_;  ///< one process of each host; none at the others
  ClockFit fit_;
  ClockLine line_;
};

}  // namespace tutti
