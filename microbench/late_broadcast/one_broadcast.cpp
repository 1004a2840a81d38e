#include "microbench/late_broadcast/one_broadcast.hpp"

#include <mpi.h>
#ifdef TUTTI_SIMULATED
#include <smpi_helpers_internal.h>
#endif

#include <algorithm>
#include <cmath>
#include <ctime>
#include <memory>

#include "contract/mpi_error.hpp"
#include "contract/torus_communicator.hpp"
#include "optimized/active_messages/engine.hpp"
#include "optimized/protocol/protocol.hpp"

namespace tutti {
namespace {

constexpr std::byte sent{42};
/// Time between the last rank's arrival and the common entry: real processes need a while to wake
/// up.
constexpr double until_entry_us = 2000;

/// A buffer that begins at a page, or that is misaligned so that no message can be put there.
class Message {
 public:
  Message(int bytes, bool misaligned)
      : memory_(static_cast<std::size_t>(bytes) + 2 * page), bytes_(bytes) {
    void* place = memory_.data();
    auto room = memory_.size();
    std::align(page, static_cast<std::size_t>(bytes) + page, place, room);
    data_ = static_cast<std::byte*>(place) +
            (misaligned ? constraints_of(MessageProtocol::put).alignment / 2 : 0);
  }
  void fill(std::byte value) { std::fill_n(data_, bytes_, value); }
  bool holds(std::byte value) const {
    return std::all_of(data_, data_ + bytes_, [&](std::byte byte) { return byte == value; });
  }
  std::byte* data() { return data_; }

 private:
  static constexpr std::size_t page = 4096;
  std::vector<std::byte> memory_;
  int bytes_;
  std::byte* data_;
};

double now_us() { return 1e6 * PMPI_Wtime(); }

void sleep_until(double time_us) {
  const double left_us = time_us - now_us();
  if (left_us <= 0) return;
  const double seconds = std::floor(left_us / 1e6);
  const timespec time{.tv_sec = static_cast<time_t>(seconds),
                      .tv_nsec = std::lround((left_us - 1e6 * seconds) * 1e3)};
#ifdef TUTTI_SIMULATED
  smpi_nanosleep(&time, nullptr);
#else
  nanosleep(&time, nullptr);
#endif
}

/// Returns a moment in the near future, the same at all ranks. Collective over MPI_COMM_WORLD.
double common_entry_us() {
  const double here = now_us();
  double last = 0;
  check(PMPI_Allreduce(&here, &last, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD));
  return std::ceil(last + until_entry_us);
}

std::vector<BroadcastEnd> gathered(const BroadcastEnd& own) {
  int rank = 0, ranks = 0;
  check(PMPI_Comm_rank(MPI_COMM_WORLD, &rank));
  check(PMPI_Comm_size(MPI_COMM_WORLD, &ranks));
  std::vector<BroadcastEnd> all(rank == 0 ? static_cast<std::size_t>(ranks) : 0);
  check(
      PMPI_Gather(&own, sizeof own, MPI_BYTE, all.data(), sizeof own, MPI_BYTE, 0, MPI_COMM_WORLD));
  return all;
}

EndedBroadcast run_on(MPI_Comm comm, const OneBroadcast& broadcast) {
  int rank = 0;
  check(PMPI_Comm_rank(MPI_COMM_WORLD, &rank));
  Message message(broadcast.bytes, rank == broadcast.misaligned);
  const Call call{.collective = Collective::bcast,
                  .receive = message.data(),
                  .receive_count = broadcast.bytes,
                  .receive_type = MPI_BYTE,
                  .root = broadcast.root,
                  .comm = comm};
  const auto protocol = parse_protocol(broadcast.protocol);
  BroadcastEnd end;
  end.right = true;
  for (const bool rehearsal : {true, false}) {  // the first makes schedules and connections
    message.fill(rank == broadcast.root ? sent : std::byte{});
    const double entry = common_entry_us();
    sleep_until(entry + (rank == broadcast.late && !rehearsal ? broadcast.late_us : 0));
    end.entered_us = now_us() - entry;
    end.right &= run(protocol, call) == MPI_SUCCESS;
    end.left_us = now_us() - entry;
    end.right &= message.holds(sent);
  }
  end.arrivals = active::arrivals(active::control_of(comm));
  return {.broadcast = broadcast, .ends = gathered(end)};
}

}  // namespace

std::vector<EndedBroadcast> run(const std::vector<OneBroadcast>& broadcasts) {
  const auto comm = torus_communicator(MPI_COMM_WORLD, broadcasts.front().torus);
  std::vector<EndedBroadcast> ended;
  for (const auto& broadcast : broadcasts) ended.push_back(run_on(comm.get(), broadcast));
  return ended;
}

}  // namespace tutti
