#include "harness/measure/ping_pong.hpp"

#include "contract/mpi_error.hpp"
#include "harness/measure/clock.hpp"
#include "harness/measure/control_messages.hpp"

namespace tutti {
namespace {

constexpr int warm_up_rounds = 5, rounds = 50;

std::vector<double> ping_pong_us(const Exchange& world, std::int64_t bytes) {
  const int last = world.ranks() - 1, count = static_cast<int>(bytes);
  std::vector<char> data(static_cast<std::size_t>(bytes));
  std::vector<double> samples;
  const auto send = [&](int peer) {
    check(PMPI_Send(data.data(), count, MPI_BYTE, peer, 0, world.comm()));
  };
  const auto receive = [&](int peer) {
    check(PMPI_Recv(data.data(), count, MPI_BYTE, peer, 0, world.comm(), MPI_STATUS_IGNORE));
  };
  for (int round = -warm_up_rounds; round < rounds; ++round) {
    world.meet();
    if (world.rank() == 0) {
      const double begun = now_us();
      send(last);
      receive(last);
      if (round >= 0) samples.push_back((now_us() - begun) / 2);
    } else if (world.rank() == last) {
      receive(0);
      send(0);
    }
  }
  return samples;
}

}  // namespace

std::map<std::string, std::vector<double>> ping_pongs_us() {
  const Exchange world(MPI_COMM_WORLD);
  std::map<std::string, std::vector<double>> samples;
  for (const auto bytes : ping_pong_bytes)
    samples[std::to_string(bytes)] = ping_pong_us(world, bytes);
  return samples;
}

}  // namespace tutti
