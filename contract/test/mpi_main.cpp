// The main function of GoogleTest programs that run under mpiexec. A test may only fail by EXPECT
// at the ranks concerned: all ranks go on together.
#include <gtest/gtest.h>
#include <mpi.h>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  MPI_Init(&argc, &argv);
  const int failed = RUN_ALL_TESTS();
  MPI_Finalize();
  return failed;
}
