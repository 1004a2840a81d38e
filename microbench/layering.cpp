/// Benchmark for the claim that a collective over two-sided point-to-point messages pays for the
/// layer between: the time of the same algorithm with each engine, and of the library's own
/// collective.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <mpi.h>

#include <string>
#include <vector>

#include "harness/platform/launch.hpp"
#include "harness/subject/subject.hpp"

namespace tutti {
namespace {

/// Number of calls; fixed, since it must be the same at all ranks.
constexpr int calls = 20000;

/// Sets calls and repetitions. The median is what counts: the first repetition includes the start
/// of the launch.
void repeated(benchmark::internal::Benchmark* benchmark) {
  benchmark->Iterations(calls)->Repetitions(5)->ReportAggregatesOnly();
}

/// Times calls of a collective by the subject of that name.
void collective(benchmark::State& state, Collective which, const std::string& name) {
  const auto bytes = static_cast<int>(state.range(0));
  const auto subject = find_subject(name);
  const auto activation = subject->activate(MPI_COMM_WORLD);
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const auto room = static_cast<std::size_t>(bytes * ranks);
  std::vector<double> send(room / sizeof(double) + 1), receive(room / sizeof(double) + 1);
  const int count = bytes / static_cast<int>(sizeof(double));
  const Call call{.collective = which,
                  .send = send.data(),
                  .send_count = count,
                  .send_type = MPI_DOUBLE,
                  .receive = receive.data(),
                  .receive_count = count,
                  .receive_type = MPI_DOUBLE,
                  .op = MPI_SUM,
                  .comm = activation->comm()};
  int failed = activation->run(call) != MPI_SUCCESS;
  for (auto _ : state) failed |= activation->run(call) != MPI_SUCCESS;
  PMPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (failed) state.SkipWithError("a call returned an error");
}

struct Candidate {
  Collective collective;
  std::string algorithm;
};

void add(const Candidate& candidate) {
  const auto whole = fmt::format("{}/{}", name(candidate.collective), candidate.algorithm);
  for (const auto& subject : {whole + ":layered", whole + ":active", std::string("mpi")}) {
    auto* benchmark = benchmark::RegisterBenchmark(
        fmt::format("{} {}", whole, subject == "mpi" ? "library" : subject.substr(whole.size() + 1))
            .c_str(),
        [=](benchmark::State& state) { collective(state, candidate.collective, subject); });
    if (candidate.collective == Collective::barrier)
      benchmark->Arg(0);
    else
      benchmark->Arg(8)->Arg(1024);
    repeated(benchmark);
  }
}

const std::vector<Candidate> candidates{
    {Collective::barrier, "dissemination"}, {Collective::bcast, "binomial"},
    {Collective::reduce, "binomial"},       {Collective::allreduce, "recursive_doubling"},
    {Collective::allgather, "bruck"},       {Collective::alltoall, "linear"},
};

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
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  for (const auto& candidate : tutti::candidates) tutti::add(candidate);
  tutti::Silent silent;
  if (tutti::launcher_rank() == 0)
    benchmark::RunSpecifiedBenchmarks();
  else
    benchmark::RunSpecifiedBenchmarks(&silent);
}
