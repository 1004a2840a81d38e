/// Measures how long it takes to build the schedule of each algorithm, which the first call of a
/// shape pays for, and what it costs one rank: steps, memory, and the ranks to which it connects.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <set>

#include "optimized/schedule/schedule_of.hpp"

namespace tutti {
namespace {

constexpr std::int64_t count = 1024;

std::size_t bytes_of(const Schedule& schedule) {
  const auto bytes = [](const auto& list) { return list.size() * sizeof(list[0]); };
  return bytes(schedule.steps) + bytes(schedule.waits_for) + bytes(schedule.successor_begin) +
         bytes(schedule.successors) + bytes(schedule.votes);
}

std::size_t peers_of(const Schedule& schedule) {
  std::set<int> peers;
  for (const Step& step : schedule.steps)
    if (step.is_message()) peers.insert(step.peer);
  return peers.size();
}

/// Times building the schedule of one rank in the middle.
void build(benchmark::State& state, const RegisteredAlgorithm& row, const Shape& shape) {
  Schedule schedule;
  for (auto _ : state) {
    schedule = schedule_of(*row.algorithm, shape, {}, shape.ranks / 2);
    benchmark::DoNotOptimize(schedule.steps.data());
  }
  state.counters["steps"] = static_cast<double>(schedule.steps.size());
  state.counters["bytes"] = static_cast<double>(bytes_of(schedule));
  state.counters["peers"] = static_cast<double>(peers_of(schedule));
  state.counters["scratch_units"] = static_cast<double>(schedule.scratch_units);
}

void register_all() {
  for (const auto& row : algorithms())
    for (const int ranks : {4, 32, 256, 1024, 4096, 16384})
      if (const auto shape = uniform_shape(row.collective, ranks, count);
          row.algorithm->applicable(shape))
        benchmark::RegisterBenchmark(
            fmt::format("{}/{}/ranks:{}", name(row.collective), row.name, ranks).c_str(), build,
            row, shape);
}

}  // namespace
}  // namespace tutti

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  tutti::register_all();
  benchmark::RunSpecifiedBenchmarks();
}
