#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/measure/measurement.hpp"
#include "optimized/selection/regression.hpp"

namespace tutti {

/// Finds out with few measurements which of several subjects is the fastest at each point of a grid of
/// one collective: what was measured is fitted, and where the fits leave open who wins, more is
/// measured. Deterministic.
class Survey {
 public:
  /// A point, and the subjects to measure there.
  using Question = std::pair<Point, std::vector<std::string>>;

  /// The points of the grid, of one collective.
  explicit Survey(std::vector<Point> grid);

  /// A subject that competes; the cost as for fit().
  void add(const std::string& subject, CostFunction cost);
  /// A measured time; a second one for the same point takes its place.
  void add(const std::string& subject, const Point& point, double time_us);
  /// The subject cannot serve the point, or failed there.
  void exclude(const std::string& subject, const Point& point);
  /// Whether nothing more need be known of the subject at the point.
  bool knows(const std::string& subject, const Point& point) const;

  /// Where to measure what, the most doubtful points first, at most so many. First the corners and some
  /// sizes between them, with all subjects; none if nothing is in doubt any more.
  std::vector<Question> next(std::size_t most) const;

  /// The equations of a subject; none if too little of it was measured.
  const std::vector<FitEquation>& equations(const std::string& subject) const;

 private:
  struct Subject {
    CostFunction cost;
    std::map<Point, double> measured_us;
    std::set<Point> excluded;
    /// Fitted when they are asked for, until more is measured.
    mutable std::optional<std::vector<FitEquation>> equations;
  };
  /// What is believed of a subject at a point.
  struct Belief {
    std::string subject;
    double low_us, high_us;
    bool measured;
  };

  std::vector<Question> first_questions() const;
  std::optional<std::pair<double, Question>> doubt_at(const Point& point) const;
  std::vector<Belief> beliefs_at(const Point& point) const;

  std::vector<Point> grid_;  ///< ascending
  std::map<std::string, Subject> subjects_;
};

}  // namespace tutti
