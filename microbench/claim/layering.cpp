/// Collectives over active messages beat the same algorithms over point-to-point messages.
/// Source: US patent 8,056,090 (chart of MPI_Barrier)
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "harness/measure/clock.hpp"
#include "harness/measure/measurement_launch.hpp"
#include "microbench/claim.hpp"
#include "optimized/protocol/protocol.hpp"

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

constexpr const char* engines[]{"layered", "active"};
constexpr int batches = 100, batch_calls = 200;

void add_both_engines(std::vector<std::pair<Point, std::string>>& subjects, const Point& point,
                      const Contender& contender) {
  for (const char* engine : engines)
    subjects.emplace_back(point, fmt::format("{}:{}", contender.algorithm, engine));
}

/// Times barriers in a loop, as programs have them. Returns microseconds for one barrier, by
/// engine.
nlohmann::json in_launch() {
  const Exchange world(MPI_COMM_WORLD);
  const CommonClock clock(world);
  NamedSamples samples;
  for (int batch = 0; batch < batches; ++batch)
    for (const char* engine : engines) {
      const auto protocol = parse_protocol(fmt::format("{}:{}", barrier.algorithm, engine));
      world.meet();
      const double begun = clock.now();
      for (int call = 0; call < batch_calls; ++call)
        run(protocol, {.collective = Collective::barrier, .comm = MPI_COMM_WORLD});
      samples[engine].push_back((clock.now() - begun) / batch_calls);
    }
  return samples;
}

/// Returns the times of barriers in a loop, from several launches.
Pairing one_behind_the_other(int ranks, int launches) {
  Pairing pairing;
  for (int i = 0; i < launches; ++i)
    for (const auto& [engine, times] : samples_of_launch("layering", ranks, {}))
      (engine == "active" ? pairing.candidate : pairing.baseline).push_back(times);
  return pairing;
}

std::map<Point, Pairing> measure_pairs(int ranks, const ClaimOptions& options) {
  std::vector<std::pair<Point, std::string>> subjects;
  add_both_engines(subjects, {barrier.collective, ranks, 0}, barrier);
  for (const auto& contender : small_collectives)
    for (const auto bytes : small_bytes)
      add_both_engines(subjects, {contender.collective, ranks, bytes}, contender);
  std::map<Point, Pairing> pairings;
  for (const auto& [point, samples] :
       measure_in_launches(launch_of(options, ranks, subjects), options.launches))
    for (const auto& [subject, launches] : samples)
      (subject.ends_with(":active") ? pairings[point].candidate : pairings[point].baseline) =
          launches;
  return pairings;
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
    const auto loop = one_behind_the_other(ranks, options.launches);
    rows.push_back(
        row_of(fmt::format("barriers one behind the other on {} ranks, layered over active", ranks),
               "", speedup(loop.candidate, loop.baseline), barrier_goal));
    rows.push_back(row_of(
        fmt::format("8 B to 1 KiB on {} ranks, layered over active, geometric mean", ranks),
        "the same idea for other collectives", geometric_mean_speedup(all_small), small_goal));
  }
  return rows;
}

}  // namespace
}  // namespace tutti

CLAIM(layering){tutti::measure, tutti::in_launch};
