#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/results/measurement.hpp"
#include "optimized/selection/contest_curves.hpp"

namespace tutti {

/// Finds, with few measurements, the fastest of several subjects at each point of a grid of one
/// collective. Fits equations to the measurements, and requests more measurements where the fits
/// leave the fastest subject open. Deterministic.
class AdaptiveSampling {
 public:
  /// Repetitions of a measurement after the first look. Doubtful points are measured again later,
  /// since several moments tell more than many samples of one moment.
  static constexpr int repetitions_to_decide = 40;
  /// A point and the subjects to measure there.
  using MeasurementRequest = std::pair<Point, std::vector<std::string>>;
  struct Questions {
    std::vector<MeasurementRequest> all;
    double share = 0;  ///< share of the sampling's total time to spend on these
    int repetitions_max = repetitions_to_decide;
  };

  /// Takes the points of the grid, all of one collective.
  explicit AdaptiveSampling(std::vector<Point> grid);

  /// Adds a competing subject with its cost function, as for fit().
  void add(const std::string& subject, CostFunction cost);
  /// Adds a measurement.
  void add(const std::string& subject, const Point& point, const ContestObservation& observation);
  /// Excludes a subject that cannot serve the point, or failed there.
  void exclude(const std::string& subject, const Point& point);
  std::size_t points() const { return grid_.size(); }
  /// Returns whether the subject was measured at the point or excluded there.
  bool knows(const std::string& subject, const Point& point) const;

  /// Returns the next measurements to make. First a quick look at all subjects, at some sizes for
  /// each number of ranks; then at most `most` points, the most doubtful ones, with all subjects
  /// that may be the fastest there. Empty if nothing is in doubt, or everything was measured often
  /// enough.
  Questions next(std::size_t most) const;

  /// Returns the fit equations of a subject; none if too little of it was measured.
  const std::vector<FitEquation>& equations(const std::string& subject) const;

 private:
  struct Subject {
    CostFunction cost;
    std::map<Point, std::vector<ContestObservation>> measured;
    std::set<Point> excluded;
  };
  /// The expected time of a subject at a point.
  struct ExpectedTime {
    std::string subject;
    double low_us = 0, high_us = 0;
    bool certain = false;  ///< needs no further measurement
  };

  Questions first_look() const;
  std::optional<std::pair<double, MeasurementRequest>> doubt_at(const Point& point) const;
  std::optional<ExpectedTime> belief_of(const std::string& name, const Point& point) const;
  /// The results of fitting all measurements.
  struct Fits {
    Equations equations;
    double repeat_error;
    Deviations deviations;
  };
  const Fits& knowledge() const;
  double surprise(const std::string& name, const Point& point) const;
  std::size_t number_of(const std::string& name) const;

  std::vector<Point> grid_;  ///< ascending
  std::map<std::string, Subject> subjects_;
  /// Computed on demand; reset when a measurement is added.
  mutable std::optional<Fits> knowledge_;
};

}  // namespace tutti
