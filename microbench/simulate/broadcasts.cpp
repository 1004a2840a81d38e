// tutti-sim-broadcasts: runs broadcasts on a simulated torus. Started by smpirun:
//
//   smpirun ... tutti-sim-broadcasts WANTED ENDED
//
// Reads one broadcast from each line of the file WANTED, as a JSON object, and writes a row for
// each to the file ENDED. The exit status is 1 if any rank got wrong data. Prints how many
// broadcasts went as expected, provided that none takes as long as a rank is late. If that line is
// missing the program failed: SimGrid ends with status 0 also if ranks wait forever.
#include <fmt/core.h>
#include <mpi.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "microbench/late_broadcast/expected_message_protocol.hpp"

namespace tutti {
namespace {

constexpr int wrong_data = 1, bad_usage = 2;

bool went_as_expected(const EndedBroadcast& ended) {
  const auto& broadcast = ended.broadcast;
  for (int rank = 0; rank < std::ssize(ended.ends); ++rank) {
    const auto& end = ended.ends[static_cast<std::size_t>(rank)];
    const bool waited = broadcast.late >= 0 && end.left_us >= broadcast.late_us;
    if (!end.right || end.arrivals != expected_arrivals(broadcast, rank) ||
        waited != waits_for_late(broadcast, rank))
      return false;
  }
  return true;
}

int simulate(int argc, char** argv) {
  if (argc != 3) return bad_usage;
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::ifstream file(argv[1]);
  std::vector<OneBroadcast> wanted;
  for (std::string line; std::getline(file, line);)
    wanted.push_back(broadcast_of(nlohmann::json::parse(line)));
  if (wanted.empty()) return bad_usage;
  const auto ended = run(wanted);
  if (rank != 0) return 0;
  std::ofstream rows(argv[2]);
  for (const auto& row : ended) rows << to_json(row).dump() << '\n';
  const auto expected = std::ranges::count_if(ended, went_as_expected);
  fmt::print("{} of {} went as expected\n", expected, ended.size());
  const bool right = std::ranges::all_of(
      ended, [](const auto& row) { return std::ranges::all_of(row.ends, &BroadcastEnd::right); });
  return right ? 0 : wrong_data;
}

}  // namespace
}  // namespace tutti

int main(int argc, char** argv) {
  PMPI_Init(&argc, &argv);
  const int status = tutti::simulate(argc, argv);
  PMPI_Finalize();
  return status;
}
