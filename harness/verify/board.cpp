#include "harness/verify/board.hpp"

#include <fmt/format.h>

#include <array>
#include <new>

#include "harness/mpi_handle.hpp"

namespace tutti {
namespace {

constexpr std::array phase_names{"idle",   "preparing buffers", "about to enter",
                                 "inside", "checking",          "done, waiting for the others"};

Communicator ranks_of_this_host() {
  MPI_Comm comm = MPI_COMM_NULL;
  PMPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &comm);
  return Communicator(comm);
}

}  // namespace

Board::Board() {
  const Communicator host = ranks_of_this_host();
  int host_rank = 0;
  int world_rank = 0;
  PMPI_Comm_rank(host.get(), &host_rank);
  PMPI_Comm_size(host.get(), &host_ranks_);
  PMPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &world_ranks_);

  const MPI_Aint bytes = host_rank == 0 ? host_ranks_ * static_cast<MPI_Aint>(sizeof(Seat)) : 0;
  void* memory = nullptr;
  PMPI_Win_allocate_shared(bytes, sizeof(Seat), MPI_INFO_NULL, host.get(), &memory, &window_);
  MPI_Aint size = 0;
  int unit = 0;
  PMPI_Win_shared_query(window_, 0, &size, &unit, &memory);
  seats_ = static_cast<Seat*>(memory);
  own_ = new (seats_ + host_rank) Seat;
  own_->world_rank = world_rank;
  PMPI_Barrier(host.get());
}

Board::~Board() { PMPI_Win_free(&window_); }

void Board::post(Phase phase, int repetition, int operation) {
  own_->repetition.store(repetition, std::memory_order_relaxed);
  own_->operation.store(operation, std::memory_order_relaxed);
  own_->phase.store(static_cast<int>(phase), std::memory_order_release);
}

std::string Board::describe() const {
  std::string text;
  for (int i = 0; i < host_ranks_; ++i) {
    const Seat& seat = seats_[i];
    const int phase = seat.phase.load();
    text += fmt::format("{}rank {} {}", i == 0 ? "" : "; ", seat.world_rank.load(),
                        phase_names[static_cast<std::size_t>(phase)]);
    if (phase == static_cast<int>(Phase::entering) || phase == static_cast<int>(Phase::inside))
      text += fmt::format(" operation {} of repetition {}", seat.operation.load() + 1,
                          seat.repetition.load() + 1);
  }
  if (!one_host()) text += "; ranks on other hosts are not known";
  return text;
}

}  // namespace tutti
