#include <algorithm>
#include <utility>

#include "harness/accept/stage/stages.hpp"
#include "harness/accept/timed_collectives.hpp"

namespace tutti {
namespace {

int number_of(RanksOfSuite ranks, const AcceptanceLaunch& launch) {
  const int nodes = launch.layout().nodes();
  if (ranks == RanksOfSuite::all) return launch.world().ranks();
  return ranks == RanksOfSuite::one_per_node ? nodes : nodes - (nodes + 1) % 2;
}

/// Returns whether the collective is measured on all ranks, which are one per node.
bool is_measured_anyway(const SuiteCollective& collective, const AcceptanceLaunch& launch) {
  return launch.layout().nodes() == launch.world().ranks() &&
         std::ranges::find(collective.ranks, RanksOfSuite::all) != collective.ranks.end();
}

/// Returns the collectives that are timed on these ranks.
std::vector<SuiteCollective> collectives_on(RanksOfSuite ranks, const AcceptanceLaunch& launch) {
  auto collectives = launch.suite().collectives;
  if (ranks == RanksOfSuite::all) return collectives;
  std::erase_if(collectives, [&](const SuiteCollective& collective) {
    return number_of(ranks, launch) == 1 ||
           (ranks == RanksOfSuite::one_per_node && is_measured_anyway(collective, launch));
  });
  return collectives;
}

/// The points that are timed on the same ranks.
struct Part {
  RanksOfSuite ranks;
  int number;
  std::vector<Point> points;
};

/// Returns what the launch has not timed yet.
std::vector<Part> missing_parts(const AcceptanceLaunch& launch) {
  std::vector<Part> parts;
  for (const auto ranks : {RanksOfSuite::one_per_node, RanksOfSuite::all, RanksOfSuite::odd}) {
    const int number = number_of(ranks, launch);
    auto points = missing_points(launch, collectives_on(ranks, launch), ranks, number, "idle");
    if (!points.empty()) parts.push_back({ranks, number, std::move(points)});
  }
  return parts;
}

}  // namespace

std::string time_collectives(AcceptanceLaunch& launch) {
  const auto parts = missing_parts(launch);
  std::size_t measured = 0;
  for (const auto& [ranks, number, points] : parts) {
    const bool takes_part =
        ranks == RanksOfSuite::all || (launch.is_first_of_node() && launch.node() < number);
    const auto comm = part_of(launch.world(), takes_part);
    const double budget_s = launch.suite().collectives_s / static_cast<double>(parts.size());
    if (comm) time_points(launch, points, ranks, "idle", comm.get(), budget_s);
    launch.world().meet();
    measured += points.size();
  }
  return fmt::format("{} points", measured);
}

}  // namespace tutti
