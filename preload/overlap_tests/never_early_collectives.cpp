// Cases in which the receive buffer is used, directly after the collective, by collectives that
// do not return early themselves: those of neighbors.
#include "preload/overlap_tests/late_message.hpp"
#include "preload/overlap_tests/test_cases.hpp"

namespace overlap_tests {

/// A communicator with all ranks in a ring: each sends to the next one only.
class Ring {
 public:
  Ring() {
    const int from = previous(), to = next();
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &from, MPI_UNWEIGHTED, 1, &to, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &comm_);
  }
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;
  ~Ring() { MPI_Comm_free(&comm_); }

  MPI_Comm comm() const { return comm_; }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
};

/// Calls send(), which has to bring what was received to the next rank; requires that this rank
/// then gets what the previous rank received.
template <class Send>
static void pass_around(int round, const Send& send) {
  const Ring ring;
  Buffer passed(world_bytes(kBlock));
  const LateMessageExchange held_up(round);
  send(held_up.receive, Bytes(passed), ring.comm());
  demand(first_wrong_from_all(passed, previous(), round));
  check_from_all(held_up.receive, round);
}

static void allgather(int round) {
  pass_around(round, [](ConstBytes data, Bytes passed, MPI_Comm ring) {
    MPI_Neighbor_allgather(data.data(), count_of(data), MPI_BYTE, passed.data(), count_of(data),
                           MPI_BYTE, ring);
  });
}

static void allgatherv(int round) {
  pass_around(round, [](ConstBytes data, Bytes passed, MPI_Comm ring) {
    const int count = count_of(data), at = 0;
    MPI_Neighbor_allgatherv(data.data(), count, MPI_BYTE, passed.data(), &count, &at, MPI_BYTE,
                            ring);
  });
}

static void alltoallv(int round) {
  pass_around(round, [](ConstBytes data, Bytes passed, MPI_Comm ring) {
    const int count = count_of(data), at = 0;
    MPI_Neighbor_alltoallv(data.data(), &count, &at, MPI_BYTE, passed.data(), &count, &at, MPI_BYTE,
                           ring);
  });
}

static void alltoallw(int round) {
  pass_around(round, [](ConstBytes data, Bytes passed, MPI_Comm ring) {
    const int count = count_of(data);
    const MPI_Aint at = 0;
    const MPI_Datatype type = MPI_BYTE;
    MPI_Neighbor_alltoallw(data.data(), &count, &at, &type, passed.data(), &count, &at, &type,
                           ring);
  });
}

static void start_alltoallv(int round) {
  pass_around(round, [](ConstBytes data, Bytes passed, MPI_Comm ring) {
    const int count = count_of(data), at = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ineighbor_alltoallv(data.data(), &count, &at, MPI_BYTE, passed.data(), &count, &at,
                            MPI_BYTE, ring, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  });
}

std::span<const TestCase> topology_cases() {
  static constexpr TestCase test_cases[] = {
      {"allgathered_by_neighbors", allgather},
      {"allgathered_unevenly_by_neighbors", allgatherv},
      {"exchanged_unevenly_by_neighbors", alltoallv},
      {"exchanged_with_types_by_neighbors", alltoallw},
      {"exchanged_by_neighbors_without_blocking", start_alltoallv},
  };
  return test_cases;
}

}  // namespace overlap_tests
