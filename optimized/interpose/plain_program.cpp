// A program that knows nothing of tutti: calls some collectives, and checks what they do.
#include <mpi.h>

#include <cstdlib>
#include <vector>

/// The program may free a datatype, and receive other messages, before it waits.
static bool nonblocking_is_right(int rank, int ranks) {
  MPI_Datatype every_second = MPI_DATATYPE_NULL;
  MPI_Type_vector(100, 1, 2, MPI_INT, &every_second);
  MPI_Type_commit(&every_second);
  std::vector<int> message(200, rank == 0 ? 42 : 0);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibcast(message.data(), 1, every_second, 0, MPI_COMM_WORLD, &request);
  MPI_Type_free(&every_second);
  // The last rank sends only when it has the broadcast, and the root must go on with that meanwhile.
  int token = 7;
  if (rank == ranks - 1) {
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Send(&token, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  }
  if (rank == 0) MPI_Recv(&token, 1, MPI_INT, ranks - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return message[0] == 42 && message[198] == 42 && message[199] == (rank == 0 ? 42 : 0);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  bool right = true;
  for (int root = 0; root < ranks; ++root) {
    std::vector<int> message(1000, rank == root ? root + 17 : 0);
    MPI_Bcast(message.data(), 1000, MPI_INT, root, MPI_COMM_WORLD);
    right = right && message.front() == root + 17 && message.back() == root + 17;
  }
  double mine = rank + 1, sum = 0;
  MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  right = right && sum == ranks * (ranks + 1) / 2.0;
  MPI_Barrier(MPI_COMM_WORLD);
  right = right && nonblocking_is_right(rank, ranks);
  MPI_Finalize();
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
