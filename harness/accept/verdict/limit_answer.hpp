#pragma once

#include <span>
#include <vector>

namespace tutti {

/// Whether a requirement is met, as far as the measurements can tell.
enum class Conformity { holds, falls_short, cannot_tell };

constexpr const char* name(Conformity conformity) {
  return conformity == Conformity::holds         ? "holds"
         : conformity == Conformity::falls_short ? "falls short"
                                                 : "cannot tell";
}

/// How values scatter around their mean.
struct Scatter {
  double squares = 0;  ///< sum of the squared deviations
  double degrees = 0;  ///< of freedom

  double variance() const { return degrees > 0 ? squares / degrees : 0; }
  friend Scatter operator+(Scatter a, Scatter b) {
    return {a.squares + b.squares, a.degrees + b.degrees};
  }
  friend Scatter operator-(Scatter a, Scatter b) {
    return {a.squares - b.squares, a.degrees - b.degrees};
  }
  friend Scatter operator*(Scatter a, double factor) {
    return {a.squares * factor, a.degrees * factor};
  }
};

Scatter scatter_of(std::span<const double> values);

/// Whether the mean over launches keeps a limit, asked after every launch. All values are
/// logarithms, so that differences are ratios.
struct LimitQuestion {
  std::vector<double> launches = {};  ///< one value of each launch, in their order
  /// If not empty, the limit is one of the difference to the mean of these.
  std::vector<double> baseline = {};
  double limit = 0;
  bool at_most = true;  ///< else at least
  /// Of values that are taken to scatter as the launches do, as known after each launch; empty if
  /// there are none.
  std::vector<Scatter> shared = {};
  double false_alarms = 0.01;  ///< probability of `falls short` if the limit is kept, at most
  double false_passes = 0.01;  ///< probability of `holds` if it is not kept, at most
};

struct LimitAnswer {
  Conformity conformity = Conformity::cannot_tell;
  double value = 0;          ///< the mean, less that of the baseline
  double low = 0, high = 0;  ///< its confidence bounds, infinite if one launch says nothing
  int launches = 0;          ///< after which it was decided, or all that there are
  /// The same if it was decided, else the number of launches after which it will be in about 80 of
  /// 100 cases: `launches_needed_max` stands for that many or more.
  int launches_needed = 0;
};

constexpr int launches_needed_max = 1000;

/// Answers the question after each launch, until it can be told. An answer stands: launches after
/// it are not looked at, so that the error rates hold for all looks together.
///
/// After n launches, the bounds are those of Student's t, of one sample or of two. The i-th look
/// spends 1 / (i (i+1)) of each error rate. The rates hold for normal values; what they are for
/// others is tested by simulation. Spreads are never taken to be less than those of the baseline or
/// those that are shared, since few launches can agree by accident: Welch's test, which trusts
/// their agreement, errs several times too often there. Nor are they taken to be less than 0.1 %,
/// since a coarse clock can repeat values exactly. Unless a spread is shared, `falls short` is told
/// after four launches or more: fewer can all be disturbed.
///
/// Source: Welch, Biometrika 34 (1947); alpha spending: Lan and DeMets, Biometrika 70 (1983).
LimitAnswer answer(const LimitQuestion& question);

}  // namespace tutti
