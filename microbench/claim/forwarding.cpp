/// A broadcast does not wait for late inner nodes, and pipelines forward segments as they arrive.
/// Source: US patent 8,056,090, broadcast; CollGM, message forwarding
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "contract/mpi_handle.hpp"
#include "harness/measure/clock.hpp"
#include "microbench/claim.hpp"
#include "optimized/protocol/protocol.hpp"

namespace tutti {
namespace {

using namespace std::chrono_literals;

constexpr int calls = 300;
constexpr auto delay = 300us;
constexpr int root = 0, inner = 1, leaf = 2, late = 3, ranks = 4;
constexpr double goal = 1.3;
constexpr std::int64_t pipelined_bytes[]{65536, 1 << 20};

Communicator split(bool belongs) {
  MPI_Comm comm = MPI_COMM_NULL;
  PMPI_Comm_split(MPI_COMM_WORLD, belongs ? 0 : MPI_UNDEFINED, 0, &comm);
  return Communicator(comm);
}

/// Times a broadcast along a chain from the root over an inner node to the leaf. The inner node is
/// late, since it still waits for a rank outside of the chain.
nlohmann::json in_launch() {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const Exchange world(MPI_COMM_WORLD);
  const CommonClock clock(world);
  const auto chain = split(rank != late), others = split(rank == inner || rank == late);
  const auto bcast = parse_protocol("bcast/chain:active");
  const auto barrier = parse_protocol("barrier/dissemination:active");
  std::vector<int> data(64);
  const Call call{.collective = Collective::bcast,
                  .receive = data.data(),
                  .receive_count = static_cast<int>(data.size()),
                  .receive_type = MPI_INT,
                  .root = root,
                  .comm = chain.get()};
  NamedSamples samples;
  for (int i = 0; i < calls; ++i) {
    world.meet();
    if (rank == late) std::this_thread::sleep_for(delay);
    double begun = clock.now();
    if (others) run(barrier, {.collective = Collective::barrier, .comm = others.get()});
    if (chain) run(bcast, call);
    const double ended = clock.now();
    if (rank == leaf) PMPI_Send(&ended, 1, MPI_DOUBLE, root, 0, MPI_COMM_WORLD);
    if (rank == root) {
      double leaf_ended = 0;
      PMPI_Recv(&leaf_ended, 1, MPI_DOUBLE, leaf, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      samples["leaf"].push_back(leaf_ended - begun);
    }
  }
  return samples;
}

SamplesByLaunch times_at_leaf(int count, const Environment& environment) {
  SamplesByLaunch launches;
  for (int i = 0; i < count; ++i)
    launches.push_back(samples_of_launch("forwarding", ranks, environment).at("leaf"));
  return launches;
}

std::vector<ClaimRow> measure(const ClaimOptions& options) {
  const auto ahead = times_at_leaf(options.launches, {});
  const auto waiting = times_at_leaf(options.launches, {{"TUTTI_THRESHOLDS", "ahead_bytes_max=1"}});
  std::vector<ClaimRow> rows{
      row_of("256 B past an inner node that is 300 us late, waiting for it over not",
             "the broadcast does not wait for inner nodes", speedup(ahead, waiting), goal)};
  std::vector<std::pair<Point, std::string>> subjects;
  for (const auto bytes : pipelined_bytes)
    for (const char* engine : {"layered", "active"})
      subjects.emplace_back(Point{Collective::bcast, ranks, bytes},
                            fmt::format("bcast/pipeline:{}:segment=16384", engine));
  for (const auto& [point, samples] :
       measure_in_launches(launch_of(options, ranks, subjects), options.launches))
    rows.push_back(row_of(fmt::format("pipeline, {}, layered over active", print(point)),
                          "less time per hop, since no message is copied between",
                          speedup(samples.at("bcast/pipeline:active:segment=16384"),
                                  samples.at("bcast/pipeline:layered:segment=16384")),
                          0));
  return rows;
}

}  // namespace
}  // namespace tutti

CLAIM(forwarding){tutti::measure, tutti::in_launch};
