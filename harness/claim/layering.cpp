/// Collectives over active messages beat the same algorithms over point-to-point messages.
/// Source: US patent 8,056,090 (chart of MPI_Barrier)
#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "harness/claim.hpp"
#include "harness/measure/launched.hpp"

namespace tutti {
namespace {

struct Contender {
  Collective collective;
  const char* algorithm;
};

constexpr Contender barrier{Collective::barrier, "barrier/dissemination"};
constexpr Contender small_collectives[]{
    {Collective::bcast, "bcast/binomial"},
    {Collective::reduce, "reduce/binomial"},
    {Collective::allreduce, "allreduce/recursive_doubling"},
    {Collective::allgather, "allgather/bruck"},
    {Collective::alltoall, "alltoall/linear"},
};
constexpr std::int64_t small_bytes[]{8, 64, 1024};

constexpr double barrier_goal = 1.5;
constexpr double small_goal = 1.3;

using Pairings = std::map<Point, Pairing>;

void add_both_engines(std::vector<std::pair<Point, std::string>>& subjects, const Point& point,
                      const Contender& contender) {
  for (const char* engine : {"layered", "active"})
    subjects.emplace_back(point, fmt::format("{}:{}", contender.algorithm, engine));
}

Pairings measure_pairs(int ranks, const ClaimOptions& options) {
  const PrivateFolder folder;
  PointLaunch launch{.program = std::filesystem::read_symlink("/proc/self/exe").string(),
                     .ranks = ranks,
                     .subjects = {},
                     .budget_s = options.budget_s};
  add_both_engines(launch.subjects, {barrier.collective, ranks, 0}, barrier);
  for (const auto& contender : small_collectives)
    for (const auto bytes : small_bytes)
      add_both_engines(launch.subjects, {contender.collective, ranks, bytes}, contender);
  Pairings pairings;
  for (launch.launch = 1; launch.launch <= options.launches; ++launch.launch) {
    launch.seed = options.seed + static_cast<std::uint64_t>(launch.launch);
    for (const auto& section : measure_in_launch(launch, folder))
      for (const auto& row : section.measurements) {
        auto& pairing = pairings[row.point];
        auto& samples = row.subject.ends_with(":active") ? pairing.candidate : pairing.baseline;
        samples.insert(samples.end(), row.samples_us.begin(), row.samples_us.end());
      }
  }
  return pairings;
}

ClaimRow row_of(std::string what, std::string reference, const Estimate& estimate, double goal) {
  return {.what = std::move(what),
          .reference = std::move(reference),
          .measured = estimate.value,
          .interval = estimate.interval,
          .goal = goal};
}

std::vector<ClaimRow> measure(const ClaimOptions& options) {
  std::vector<ClaimRow> rows;
  for (const int ranks : options.ranks.empty() ? std::vector{2, 4, 8} : options.ranks) {
    std::vector<Pairing> all_small;
    for (const auto& [point, pairing] : measure_pairs(ranks, options)) {
      const auto estimate = speedup(pairing.candidate, pairing.baseline);
      if (point.collective == Collective::barrier)
        rows.push_back(row_of(fmt::format("barrier on {} ranks, layered over active", ranks),
                              "less time with every number of tasks, the more the more tasks",
                              estimate, barrier_goal));
      else
        rows.push_back(row_of(print(point), "", estimate, 0));
      if (point.collective != Collective::barrier) all_small.push_back(pairing);
    }
    rows.push_back(row_of(
        fmt::format("8 B to 1 KiB on {} ranks, layered over active, geometric mean", ranks),
        "the same idea for other collectives", geometric_mean_speedup(all_small), small_goal));
  }
  return rows;
}

}  // namespace
}  // namespace tutti

CLAIM(layering){tutti::measure};
