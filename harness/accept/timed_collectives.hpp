#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "contract/mpi_handle.hpp"
#include "harness/accept/acceptance_launch.hpp"
#include "harness/accept/node_probes.hpp"
#include "harness/measure/campaign.hpp"

namespace tutti {

/// Returns a communicator of the ranks at which `member` is true, in their order, and none at the
/// others. Collective over the world.
Communicator part_of(const Exchange& world, bool member);

/// Returns the points of these collectives on these ranks, whose number is given, that the launch
/// has not measured yet; the same at all ranks. Collective over the world.
std::vector<Point> missing_points(const AcceptanceLaunch& launch,
                                  const std::vector<SuiteCollective>& collectives,
                                  RanksOfSuite ranks, int number, const std::string& load);

/// Times and records the points. Collective over the communicator, whose first rank must be that of
/// the world.
void time_points(AcceptanceLaunch& launch, const std::vector<Point>& points, RanksOfSuite ranks,
                 const std::string& load, MPI_Comm comm, double budget_s);

/// Times one collective over the ranks of each node alone: by round-times, so that nodes compare
/// whatever their clocks are like.
class InNodeCollective : public NodeProbe {
 public:
  /// Of so many ranks per node. Collective over the world.
  InNodeCollective(const AcceptanceLaunch& launch, Collective collective, std::int64_t bytes);
  ~InNodeCollective() override;

  /// Tries it on all nodes at once. Returns at every rank why it cannot be timed, if it is wrong
  /// somewhere, for example. Collective over the world.
  std::string complaint(const Exchange& world);

  int ranks() const override { return point_.ranks; }
  std::vector<double> measure() override;
  double cost(double sum) const override { return sum; }
  double figure(double cost) const override { return cost; }

 private:
  Point point_;
  std::unique_ptr<Subject> subject_;
  Communicator comm_;  ///< of the ranks of this node that take part
  std::unique_ptr<Campaign> campaign_;
  std::optional<double> median_us_ = {};  ///< at the first rank of each node, as the next
  std::string complaint_ = {};
};

}  // namespace tutti
