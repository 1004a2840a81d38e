// The main function of GoogleTest programs that run under mpiexec. Tests must use EXPECT, not
// ASSERT, for what may fail at some ranks only: all ranks must go on together.
#include <gtest/gtest.h>
#include <mpi.h>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  MPI_Init(&argc, &argv);
  const int failed = RUN_ALL_TESTS();
  MPI_Finalize();
  return failed;
}
