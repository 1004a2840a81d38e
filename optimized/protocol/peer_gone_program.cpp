// Calls one collective over and over, until the last rank kills itself. Every other rank writes the
// error that it gets to FOLDER/<rank>, since a launcher passes no output on then.
// Arguments: PROTOCOL COUNT FOLDER
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "optimized/fabric/port.hpp"
#include "optimized/protocol/protocol.hpp"

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  MPI_Init(nullptr, nullptr);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const auto protocol = tutti::parse_protocol(argv[1]);
  const int count = std::atoi(argv[2]);
  const std::vector<int> in(static_cast<std::size_t>(count));
  std::vector<int> out(in.size() * static_cast<std::size_t>(ranks));
  const bool is_bcast = protocol.algorithm->collective == tutti::Collective::bcast;
  const tutti::Call call{.collective = protocol.algorithm->collective,
                         .send = in.data(),
                         .send_count = count,
                         .send_type = MPI_INT,
                         .receive = out.data(),
                         .receive_count = count,
                         .receive_type = MPI_INT,
                         .op = MPI_SUM,
                         .root = is_bcast ? ranks - 1 : 0,
                         .comm = MPI_COMM_WORLD};
  try {
    for (int i = 0;; ++i) {
      if (i == 50 && rank == ranks - 1) std::raise(SIGKILL);
      if (tutti::run(protocol, call) != MPI_SUCCESS) std::_Exit(1);
    }
  } catch (const tutti::fabric::FabricError& error) {
    std::ofstream(argv[3] + ("/" + std::to_string(rank))) << error.what() << std::endl;
    std::_Exit(0);  // MPI_Finalize would wait for the rank that is gone
  }
}
