#pragma once

#include <string>
#include <vector>

namespace tutti {

/// What one launch of a verification is about.
struct LaunchKind {
  std::string target;
  int ranks = 1;
  bool leaks = false;  ///< about memory and files that are never given back

  friend bool operator==(const LaunchKind&, const LaunchKind&) = default;
};

/// Returns `mpi on 4 ranks`, and whether it is about leaks.
std::string to_text(const LaunchKind& kind);

/// What a launch brought: the pairs of axis values that no earlier launch had hit, and new
/// findings.
struct LaunchYield {
  double seconds = 0;
  int new_pairs = 0;
  int new_findings = 0;
};

/// Shares a time among kinds of launches. Each kind gets one launch, which takes half of the time
/// in all; then, launch by launch, the kind whose last launch brought most for its seconds.
class TimePlan {
 public:
  TimePlan(std::vector<LaunchKind> kinds, double seconds);

  /// Returns the kind of the next launch.
  const LaunchKind& next() const;
  /// Returns the seconds that the next launch is to take, of those that are left.
  double seconds_of_next(double seconds_left) const;
  /// Returns whether each kind has had a launch.
  bool each_had_its_turn() const { return turns_ >= kinds_.size(); }
  /// Notes what a launch of the kind that next() returned has brought.
  void note(const LaunchYield& yield);

 private:
  std::size_t next_index() const;

  std::vector<LaunchKind> kinds_;
  std::vector<double> worth_;  ///< of the last launch of each kind, per second
  double seconds_each_;
  std::size_t turns_ = 0;
};

}  // namespace tutti
