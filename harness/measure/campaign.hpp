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
#include "harness/measure/sampler.hpp"
#include "harness/measure/subject_run.hpp"
#include "harness/results/measurement.hpp"

namespace tutti {

/// One subject that is to be measured at a point.
struct Candidate {
  const Subject* subject = nullptr;
  std::string restriction = {};  ///< what its verification left open
};

/// A point, and what competes there.
struct Contest {
  Point point;
  std::vector<Candidate> candidates;
};

/// How a campaign measures.
struct CampaignOptions {
  int launch = 1;
  std::uint64_t seed = 1;  ///< of the order of points and candidates
  Conditions conditions;
  std::vector<int> torus = {};  ///< extents; communicators of as many ranks are Cartesian
  bool drop_the_slow = false;   ///< stop measuring what is clearly slower than the best
  bool prove_variants = true;   ///< also in place and with a non-commutative operation
  std::optional<std::int64_t> samples_max = {};  ///< the last contest may go beyond
};

/// What a campaign found out, row by row, as it comes. At rank 0.
struct Listener {
  std::function<void(const Measurement&)> measured;
  std::function<void(const Skipped&)> skipped;
};

/// Measures contests on the ranks of the world: candidates alternate in short batches of single
/// operations, in random order, so that whatever disturbs the machine disturbs all of them alike.
class Campaign {
 public:
  Campaign(CampaignOptions options, Listener listener);
  ~Campaign();

  /// Runs the contests within so many seconds. Collective over the world. Every contest has at most as
  /// many ranks as the world. False if it took as many samples as it may, and runs no more.
  bool run(std::vector<Contest> contests, double budget_s, const Enough& enough);

  const Exchange& world() const { return world_; }

 private:
  struct Team;
  struct Entry;
  Team& team(int ranks);
  void measure(const Contest& contest, double budget_s);
  std::vector<std::unique_ptr<Entry>> admit(const Contest& contest, Team& team);
  void alternate(std::vector<std::unique_ptr<Entry>>& entries, Team& team, double budget_s);
  std::vector<double> to_go_on(const std::vector<std::unique_ptr<Entry>>& entries,
                               double deadline_us) const;
  void report(const Contest& contest, const std::vector<std::unique_ptr<Entry>>& entries);

  CampaignOptions options_;
  Enough enough_;  ///< for each candidate of the contests that are being run
  Listener listener_;
  Exchange world_;
  Resources resources_;
  std::map<int, std::unique_ptr<Team>> teams_;
  int contest_ = 0;           ///< the last that was reported
  std::int64_t samples_ = 0;  ///< reported, at rank 0
};

}  // namespace tutti
