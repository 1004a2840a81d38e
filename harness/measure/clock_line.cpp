#include "harness/measure/clock_line.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace tutti {
namespace {

/// Error of reading two clocks and of computing with their times.
constexpr double reading_error_us = 0.01;

/// Number of bounds that are kept. Beyond, every other one is forgotten, so that those that are left
/// span as long a time.
constexpr std::size_t bounds_max = 64;

/// A line that is possible: its offset at the origin, and its drift.
struct Line {
  double offset_us = 0;
  double drift_us_per_s = 0;
};

/// Lines that are possible: a convex polygon, by its corners in order.
using Lines = std::vector<Line>;

/// Returns the lines whose offset at a time, multiplied by the sign, is at most the limit.
Lines cut(const Lines& lines, double time_s, double sign, double limit_us) {
  const auto excess = [&](const Line& line) {
    return sign * (line.offset_us + line.drift_us_per_s * time_s) - limit_us;
  };
  Lines left;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto &here = lines[i], &next = lines[(i + 1) % lines.size()];
    const double excess_here = excess(here), excess_next = excess(next);
    if (excess_here <= 0) left.push_back(here);
    if ((excess_here <= 0) == (excess_next <= 0)) continue;
    const double share = excess_here / (excess_here - excess_next);
    left.push_back({std::lerp(here.offset_us, next.offset_us, share),
                    std::lerp(here.drift_us_per_s, next.drift_us_per_s, share)});
  }
  return left;
}

}  // namespace

double ClockLine::offset_us_at(double time_us) const {
  return offset_us + drift_us_per_s * (time_us - origin_us) / 1e6;
}

double ClockLine::error_us_at(double time_us) const {
  const double age_s = std::abs(time_us - origin_us) / 1e6;
  return offset_error_us + drift_error_us_per_s * age_s + wander_us_per_s2 * age_s * age_s / 2;
}

void ClockFit::add(const std::vector<OffsetBounds>& exchanges) {
  assert(!exchanges.empty());
  const auto lowest = std::ranges::min_element(exchanges, {}, &OffsetBounds::high_us);
  const auto highest = std::ranges::max_element(exchanges, {}, &OffsetBounds::low_us);
  bounds_.push_back({highest->low_at_us, highest->low_us, lowest->high_at_us, lowest->high_us});
  if (bounds_.size() > bounds_max) thin_out();
  const double origin_us = exchanges.back().low_at_us;
  if (fit(origin_us)) return;
  bounds_ = {exchanges.back()};
  fit(origin_us);
}

/// Forgets every other one of the bounds, but not the last.
void ClockFit::thin_out() {
  std::vector<OffsetBounds> kept;
  for (std::size_t i = 1 - bounds_.size() % 2; i < bounds_.size(); i += 2)
    kept.push_back(bounds_[i]);
  bounds_ = std::move(kept);
}

/// Finds the lines that the offset may follow at the origin. Each of the bounds is widened by how
/// far the offset may have been from that line at its time. Returns false if there is no line.
bool ClockFit::fit(double origin_us) {
  const auto& last = bounds_.back();
  const double near_us = (last.low_us + last.high_us) / 2;  // keeps the numbers small
  const auto seconds = [&](double time_us) { return (time_us - origin_us) / 1e6; };
  const auto slack = [&](double s) { return reading_error_us + wander_max_ * s * s / 2; };
  const double far = last.high_us - last.low_us +
                     drift_max_ * (1 - seconds(std::min(last.low_at_us, last.high_at_us)));
  Lines lines{{-far, -drift_max_}, {far, -drift_max_}, {far, drift_max_}, {-far, drift_max_}};
  for (const auto& bounds : bounds_) {
    const double low_s = seconds(bounds.low_at_us), high_s = seconds(bounds.high_at_us);
    lines = cut(lines, high_s, 1, bounds.high_us - near_us + slack(high_s));
    lines = cut(lines, low_s, -1, near_us - bounds.low_us + slack(low_s));
  }
  if (lines.empty()) return false;
  const auto [least, most] = std::ranges::minmax(lines, {}, &Line::offset_us);
  const auto [slowest, fastest] = std::ranges::minmax(lines, {}, &Line::drift_us_per_s);
  line_ = {.origin_us = origin_us,
           .offset_us = near_us + (least.offset_us + most.offset_us) / 2,
           .drift_us_per_s = (slowest.drift_us_per_s + fastest.drift_us_per_s) / 2,
           .offset_error_us = (most.offset_us - least.offset_us) / 2,
           .drift_error_us_per_s = (fastest.drift_us_per_s - slowest.drift_us_per_s) / 2,
           .wander_us_per_s2 = wander_max_};
  return true;
}

}  // namespace tutti
