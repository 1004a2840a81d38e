// A program that knows nothing of tutti: calls some collectives, and checks what they do.
#include <mpi.h>

#include <cstdlib>
#include <vector>

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
  MPI_Finalize();
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
