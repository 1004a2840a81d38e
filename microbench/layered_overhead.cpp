/// Claim: a collective over two-sided point-to-point pays for the layer between. On two ranks the
/// barrier is one message each way: bare MPI_Sendrecv, the layered engine, and the library's own.
#include <benchmark/benchmark.h>
#include <mpi.h>

#include "harness/launch.hpp"
#include "harness/subject/subject.hpp"

namespace tutti {
namespace {

/// All ranks must run the same number of calls, so it is fixed.
constexpr int calls = 2000;

/// Look at the median: the first repetition holds the start of the launch.
void repeated(benchmark::internal::Benchmark* benchmark) {
  benchmark->Iterations(calls)->Repetitions(5)->ReportAggregatesOnly();
}

void bare_messages(benchmark::State& state) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  for (auto _ : state)
    MPI_Sendrecv(nullptr, 0, MPI_BYTE, rank ^ 1, 0, nullptr, 0, MPI_BYTE, rank ^ 1, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
BENCHMARK(bare_messages)->Apply(repeated);

void barrier(benchmark::State& state, const char* name) {
  const auto subject = find_subject(name);
  const auto activation = subject->activate(MPI_COMM_WORLD);
  const Call call{.collective = Collective::barrier, .comm = activation->comm()};
  activation->run(call);
  for (auto _ : state) activation->run(call);
}
BENCHMARK_CAPTURE(barrier, layered, "barrier/dissemination:layered")->Apply(repeated);
BENCHMARK_CAPTURE(barrier, library, "mpi")->Apply(repeated);

class Silent : public benchmark::BenchmarkReporter {
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>&) override {}
};

}  // namespace
}  // namespace tutti

int main(int argc, char** argv) {
  const tutti::MpiSession session;
  benchmark::Initialize(&argc, argv);
  int ranks = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (ranks != 2 || benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  tutti::Silent silent;
  if (tutti::launcher_rank() == 0)
    benchmark::RunSpecifiedBenchmarks();
  else
    benchmark::RunSpecifiedBenchmarks(&silent);
}
