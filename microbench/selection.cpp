/// Benchmark for the claim that a cached determination bypasses all evaluation: the time to choose
/// a protocol for a call, with a cached determination and without.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "optimized/selection/determination_cache.hpp"

namespace tutti {
namespace {

constexpr int ranks = 6;

std::vector<std::string> subjects() {
  std::vector<std::string> names;
  for (const auto& row : algorithms())
    if (row.collective == Collective::allreduce)
      names.push_back(print({.algorithm = &row, .engine = Engine::active}));
  return names;
}

/// Returns a map of every active protocol of allreduce, each with equations of many terms on either
/// side of a switching point.
SelectionMap polynomials() {
  SelectionMap map;
  for (const auto& subject : subjects()) {
    const auto add = [&](HalfOpen<std::int64_t> bytes, Basis basis) {
      FitEquation equation{.domain = {{2, 9}, bytes},
                           .basis = basis,
                           .bytes_degree = FitEquation::degree_max,
                           .ranks_degree = 2};
      constexpr double small = 1e-6;  // keeps high powers of bytes and ranks within plausible times
      equation.coefficients.assign(terms_of(equation, {}, {}).size, small);
      equation.coefficients.front() = 1;
      map.fits.push_back({Collective::allreduce, subject, false, equation});
    };
    add({8, 65536}, Basis::logarithmic);
    add({65536, 1 << 20}, Basis::plain);
  }
  return map;
}

/// Returns a map of the same protocols, each with a line between any two consecutive sizes at each
/// number of ranks.
SelectionMap lines() {
  SelectionMap map;
  for (const auto& subject : subjects())
    for (int count = 2; count <= 8; ++count)
      for (std::int64_t bytes = 8; bytes < 1 << 20; bytes *= 4)
        map.fits.push_back({Collective::allreduce,
                            subject,
                            false,
                            {.domain = {{count, count + 1}, {bytes, 4 * bytes}},
                             .basis = Basis::logarithmic,
                             .bytes_degree = 1,
                             .coefficients = {1, 0.1}}});
  return map;
}

std::vector<Shape> some_shapes() {
  std::vector<Shape> shapes;
  for (std::int64_t bytes = 64; bytes <= 1 << 19; bytes *= 4)
    shapes.push_back(typical_shape({Collective::allreduce, ranks, bytes}));
  return shapes;
}

/// Times determinations, for one shape after the other.
template <class Choice>
void determine(benchmark::State& state, Choice& choice) {
  const auto shapes = some_shapes();
  // Without a determination nothing is cached, so that `cached` would time an evaluation.
  for (const auto& shape : shapes)
    if (!choice.determine(shape).chosen) state.SkipWithError("nothing is determined for a shape");
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(choice.determine(shapes[next]));
    if (++next == shapes.size()) next = 0;
  }
}

void evaluated(benchmark::State& state, const SelectionMap& map) {
  const Selector selector(map, {}, {});
  determine(state, selector);
  state.counters["prospects"] =
      static_cast<double>(selector.prospects(Collective::allreduce).size());
}

void cached(benchmark::State& state) {
  const Selector selector(polynomials(), {}, {});
  DeterminationCache cache(selector, ranks);
  determine(state, cache);
}

BENCHMARK_CAPTURE(evaluated, polynomials, polynomials());
BENCHMARK_CAPTURE(evaluated, lines, lines());
BENCHMARK(cached);

}  // namespace
}  // namespace tutti

BENCHMARK_MAIN();
