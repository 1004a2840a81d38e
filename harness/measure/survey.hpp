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

/// Finds out with few measurements which of several subjects is the fastest at each point of a grid of
/// one collective: what was measured is fitted, and where the fits leave open who wins, more is
/// measured. Deterministic.
class Survey {
 public:
  /// What is still in doubt is asked again later, which tells more than many samples at one time.
  static constexpr int repetitions_to_decide = 40;
  /// A point, and the subjects to measure there.
  using Question = std::pair<Point, std::vector<std::string>>;
  struct Questions {
    std::vector<Question> all;
    double share = 0;  ///< of the time for the whole survey, that they are worth
    int repetitions_max = repetitions_to_decide;
  };

  /// The points of the grid, of one collective.
  explicit Survey(std::vector<Point> grid);

  /// A subject that competes; the cost as for fit().
  void add(const std::string& subject, CostFunction cost);
  /// What was measured.
  void add(const std::string& subject, const Point& point, const ContestObservation& observation);
  /// The subject cannot serve the point, or failed there.
  void exclude(const std::string& subject, const Point& point);
  std::size_t points() const { return grid_.size(); }
  /// Whether the subject was measured at the point, or cannot serve it.
  bool knows(const std::string& subject, const Point& point) const;

  /// Where to measure what. First a quick look at all subjects, at some sizes for each number of ranks;
  /// then at most so many points, the most doubtful ones, with all that may be the fastest there. None
  /// if nothing is in doubt any more, or was measured often enough.
  Questions next(std::size_t most) const;

  /// The equations of a subject; none if too little of it was measured.
  const std::vector<FitEquation>& equations(const std::string& subject) const;

 private:
  struct Subject {
    CostFunction cost;
    std::map<Point, std::vector<ContestObservation>> measured;
    std::set<Point> excluded;
  };
  /// What is believed of a subject at a point.
  struct Belief {
    std::string subject;
    double low_us = 0, high_us = 0;
    bool certain = false;  ///< more measuring would not change it
  };

  Questions first_look() const;
  std::optional<std::pair<double, Question>> doubt_at(const Point& point) const;
  std::optional<Belief> belief_of(const std::string& name, const Point& point) const;
  /// What is made of all that was measured.
  struct Knowledge {
    Equations equations;
    double repeat_error;
    Deviations deviations;
  };
  const Knowledge& knowledge() const;
  double surprise(const std::string& name, const Point& point) const;
  std::size_t number_of(const std::string& name) const;

  std::vector<Point> grid_;  ///< ascending
  std::map<std::string, Subject> subjects_;
  /// Made when it is asked for, until more is measured.
  mutable std::optional<Knowledge> knowledge_;
};

}  // namespace tutti
