// A faulty MPI library for tests: the data that the last rank sends to rank 0 never arrives. Its
// place keeps the contents from before the first call, as if a library had let the program read too
// early.
#include "mutants/mutant.hpp"

namespace {

/// Calls the real function, which receives `count` elements, and keeps the old contents of the last
/// `block` elements, which the last rank sends.
template <typename Real>
int without_last_block(void* receive, int count, int block, MPI_Datatype type, Real real) {
  return mutant::tamper(receive, count, type, real, [&](const auto& before, auto& after) {
    static const mutant::Bytes stale = before;
    const auto bytes =
        std::min(stale.size(), static_cast<std::size_t>(block) * mutant::size_of(type));
    std::copy_n(stale.end() - static_cast<std::ptrdiff_t>(bytes), bytes,
                after.end() - static_cast<std::ptrdiff_t>(bytes));
  });
}

}  // namespace

extern "C" int MPI_Alltoall(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                            int count, MPI_Datatype type, MPI_Comm comm) {
  const auto real = [&] {
    return PMPI_Alltoall(send, send_count, send_type, receive, count, type, comm);
  };
  // MPI_INT messages hold the numbers of keys: wrong ones would make MPI abort the program.
  if (mutant::rank_in(comm) != 0 || type == MPI_INT) return real();
  return without_last_block(receive, count * mutant::ranks_of(comm), count, type, real);
}

extern "C" int MPI_Alltoallv(const void* send, const int* send_counts, const int* send_places,
                             MPI_Datatype send_type, void* receive, const int* counts,
                             const int* places, MPI_Datatype type, MPI_Comm comm) {
  const auto real = [&] {
    return PMPI_Alltoallv(send, send_counts, send_places, send_type, receive, counts, places, type,
                          comm);
  };
  if (mutant::rank_in(comm) != 0) return real();
  const int last = mutant::ranks_of(comm) - 1;
  return without_last_block(receive, places[last] + counts[last], counts[last], type, real);
}
