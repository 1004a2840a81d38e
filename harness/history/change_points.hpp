#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/results/statistics.hpp"

namespace tutti {

/// The logarithm of one quantity in each run of a history; not a number where it was not measured.
using LogSeries = std::vector<double>;

/// A lasting change of one quantity between two runs.
struct ChangePoint {
  std::size_t before = 0;   ///< last run with the quantity before the change
  std::size_t first = 0;    ///< first run after it
  double p = 0;             ///< of the history, see change_points()
  Estimate log_ratio = {};  ///< after over before, with the default confidence
};

/// How changes are told from noise.
struct ChangeTest {
  double false_alarm_rate = 0.01;
  std::uint64_t seed = 1;  ///< of the permutations
};

/// Each side of a change has at least this many runs, so that one disturbed run is no change.
constexpr std::size_t runs_beside_change = 2;

/// Finds where quantities changed, for each series the changes in order.
///
/// All series are searched as one family: if nothing changed and runs are exchangeable, the
/// probability that any change is found in any series is at most the false-alarm rate, however many
/// series there are, whatever their distribution and however they depend on each other. The runs,
/// not the launches, are permuted, since launches of one day share what disturbs that day; one
/// permutation serves all series, and the largest statistic counts (step-down maxT: Westfall and
/// Young, Resampling-Based Multiple Testing, 1993). The statistic of a series is the largest t of
/// all splits, as a normal deviate, of the running median of three values. A series that changed is
/// split there, and its parts are searched in turn, as in E-divisive (Matteson and James, JASA
/// 2014). Each such round has the same rate.
///
/// All series must be equally long.
std::vector<std::vector<ChangePoint>> change_points(std::span<const LogSeries> series,
                                                    const ChangeTest& test = {});

/// Returns how many runs must follow a large change before it can be found, with `runs_before`
/// before it, or 0 if no number is enough: so few permutations put the same runs at one end that
/// chance is no explanation.
std::size_t runs_to_show_change(std::size_t runs_before, double false_alarm_rate);

}  // namespace tutti
