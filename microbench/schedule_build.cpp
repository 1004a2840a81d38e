/// Measures how long it takes to build the schedule of each algorithm, which the first call of a
/// shape pays for.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "optimized/schedule/schedule_of.hpp"

namespace tutti {
namespace {

constexpr std::int64_t count = 1024;

/// Times building the schedule of one rank in the middle.
void build(benchmark::State& state, const RegisteredAlgorithm& row, const Shape& shape) {
  std::size_t steps = 0;
  for (auto _ : state) {
    const auto schedule = schedule_of(*row.algorithm, shape, {}, shape.ranks / 2);
    steps = schedule.steps.size();
    benchmark::DoNotOptimize(schedule.steps.data());
  }
  state.counters["steps"] = static_cast<double>(steps);
}

void register_all() {
  for (const auto& row : algorithms())
    for (const int ranks : {4, 32, 256, 1024})
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
