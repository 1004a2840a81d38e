#include <gtest/gtest.h>
#include <mpi.h>

/// Every rank runs every test, with MPI around them.
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  testing::InitGoogleTest(&argc, argv);
  const int status = RUN_ALL_TESTS();
  MPI_Finalize();
  return status;
}
