#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "harness/measure/adaptive_sampling.hpp"
#include "harness/measure/campaign.hpp"
#include "harness/results/result_file.hpp"

namespace tutti {

/// One launch of tuning. Decides which contests are still to be run, from the measurements made so
/// far by this process or by an interrupted one.
class Tuning {
 public:
  /// `grid` holds all points, each with all of its candidates.
  explicit Tuning(std::vector<Contest> grid);

  /// Takes over the rows that an earlier process of the same launch wrote. At rank 0 only.
  void recall(const ResultSection& earlier);
  /// Returns a listener that records the rows of a campaign and passes them on to `next`. At rank 0
  /// only.
  Listener listener(Listener next);

  /// Returns the contests of all candidates without a row yet, the same at all ranks. Collective.
  std::vector<Contest> all(const Exchange& world) const;
  /// The contests to run next, with their share of the total time.
  struct Round {
    std::vector<Contest> contests;
    double share = 0;
    int repetitions_max = AdaptiveSampling::repetitions_to_decide;
  };
  /// Returns the contests that reduce the doubt about the fastest subjects most; none once nothing
  /// is in doubt. Collective.
  Round next(const Exchange& world) const;

 private:
  AdaptiveSampling& sampling(const Point& point) { return samplings_.at(point.collective); }
  std::size_t contest_of(const Measurement& row);
  std::vector<AdaptiveSampling::MeasurementRequest> unanswered() const;
  AdaptiveSampling::Questions doubtful() const;
  std::vector<Contest> shared(const std::vector<AdaptiveSampling::MeasurementRequest>& questions,
                              const Exchange& world) const;

  std::map<Point, Contest> grid_;
  std::map<Collective, AdaptiveSampling> samplings_;
  std::size_t contest_ = 0;                                 ///< number of the last row's contest
  std::optional<std::pair<Point, int>> contest_in_launch_;  ///< point and contest as in that row
};

}  // namespace tutti
