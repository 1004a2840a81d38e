#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "contract/mpi_handle.hpp"
#include "harness/measure/proven_subject.hpp"
#include "harness/measure/sampler.hpp"
#include "harness/results/measurement.hpp"

namespace tutti {

/// A subject that is to be measured at a point.
struct Candidate {
  const Subject* subject = nullptr;
  std::string restriction = {};  ///< the operations that its verification is limited to, if any
};

/// A point and the candidates that are measured there in turn.
struct Contest {
  Point point;
  std::vector<Candidate> candidates;
};

/// The options of a campaign.
struct CampaignOptions {
  int launch = 1;
  std::uint64_t seed = 1;  ///< for the order of points and candidates
  Conditions conditions;
  ClockRule clock_rule = ClockRule::drifting;
  std::vector<int> torus = {};  ///< extents; communicators of that many ranks are Cartesian
  bool drop_the_slow = false;   ///< stop measuring candidates that are clearly slower than the best
  bool prove_variants = true;   ///< also verify in place and with a non-commutative operation
  std::optional<std::int64_t> samples_max = {};  ///< the last contest may exceed it
};

/// The callbacks that receive the rows of a campaign as they are produced, at rank 0.
struct Listener {
  std::function<void(const Measurement&)> measured;
  std::function<void(const SkippedMeasurement&)> skipped;
};

/// Measures contests on the ranks of a communicator, its world. Candidates alternate in short batches of single
/// operations, in random order, so that a disturbance of the machine affects all of them equally.
class Campaign {
 public:
  /// Collective over the communicator, whose first ranks measure the points.
  Campaign(CampaignOptions options, Listener listener, MPI_Comm comm = MPI_COMM_WORLD);
  ~Campaign();

  /// Runs the contests within the given number of seconds. No contest may have more ranks than the
  /// world. Returns false if the campaign stopped at `samples_max`. Collective over the world.
  bool run(std::vector<Contest> contests, double budget_s, const StopCriterion& enough);

  const Exchange& world() const { return world_; }

 private:
  struct Team;
  struct Entry;
  std::vector<int> extents_at(const Point& point) const;
  Team& team(const Point& point);
  void measure(const Contest& contest, double budget_s);
  std::vector<std::unique_ptr<Entry>> admit(const Contest& contest, Team& team);
  void alternate(std::vector<std::unique_ptr<Entry>>& entries, Team& team, double budget_s);
  void give_up_unusable_clocks(const std::vector<std::unique_ptr<Entry>>& entries,
                               const Team& team) const;
  std::vector<double> needs_more_samples(const std::vector<std::unique_ptr<Entry>>& entries,
                                         double deadline_us) const;
  void report(const Contest& contest, const std::vector<std::unique_ptr<Entry>>& entries);

  CampaignOptions options_;
  StopCriterion enough_;  ///< stop criterion for each candidate of the current run
  Listener listener_;
  Exchange world_;
  Resources resources_;
  std::map<std::pair<int, std::vector<int>>, std::unique_ptr<Team>>
      teams_;                 ///< by ranks and extents
  int contest_ = 0;           ///< number of the last reported contest
  std::int64_t samples_ = 0;  ///< number of samples reported, at rank 0
};

}  // namespace tutti
