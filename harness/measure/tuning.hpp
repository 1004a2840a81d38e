#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "harness/measure/campaign.hpp"
#include "harness/measure/survey.hpp"
#include "harness/results/result.hpp"

namespace tutti {

/// One launch of tuning: which contests are still to be run, given what was measured so far, by this
/// process or by one that was interrupted.
class Tuning {
 public:
  /// `grid`: all points, each with all that competes there.
  explicit Tuning(std::vector<Contest> grid);

  /// At rank 0: what an earlier process of the same launch wrote.
  void recall(const ResultSection& earlier);
  /// At rank 0: learns from the rows of a campaign, and hands them on.
  Listener listener(Listener next);

  /// All that has no row yet. Collective; all ranks get the same.
  std::vector<Contest> all(const Exchange& world) const;
  /// A part of the tuning, and the part of all its time that is meant for it.
  struct Round {
    std::vector<Contest> contests;
    double share = 0;
    int repetitions_max = Survey::repetitions_to_decide;
  };
  /// What tells most about who wins where; nothing once all is clear. Collective.
  Round next(const Exchange& world) const;

 private:
  Survey& survey(const Point& point) { return surveys_.at(point.collective); }
  std::size_t contest_of(const Measurement& row);
  std::vector<Survey::Question> unanswered() const;
  Survey::Questions doubtful() const;
  std::vector<Contest> shared(const std::vector<Survey::Question>& questions,
                              const Exchange& world) const;

  std::map<Point, Contest> grid_;
  std::map<Collective, Survey> surveys_;
  std::size_t contest_ = 0;                                 ///< of the last row
  std::optional<std::pair<Point, int>> contest_in_launch_;  ///< as that row says it
};

}  // namespace tutti
