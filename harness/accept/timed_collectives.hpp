#pragma once

#include <string>
#include <vector>

#include "contract/mpi_handle.hpp"
#include "harness/accept/acceptance_launch.hpp"

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

}  // namespace tutti
