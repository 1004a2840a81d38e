#pragma once

#include <mpi.h>

#include <string_view>

#include "npb_drivers/stopwatch.hpp"

namespace npb {

/// What a rank knows after a run.
struct Run {
  int iterations = 0;
  double operations = 0;   ///< of all ranks, as NPB counts them
  Sections sections = {};  ///< of this rank
  bool verified = false;   ///< the same at every rank
};

/// One of the NAS Parallel Benchmarks. The classes are S, W, A, B and C.
struct Benchmark {
  std::string_view name;        ///< as NPB calls it
  std::string_view summary;     ///< one line
  std::string_view collective;  ///< the MPI function that moves the data
  int (*ranks_max)(char problem_class);
  /// Called by all ranks, whose number is a power of two.
  Run (*run)(char problem_class, MPI_Comm comm);
};

/// The whole program, from MPI_Init to MPI_Finalize. Returns its exit status, the same at every rank: 0
/// verified, 1 not verified, 2 bad usage, which rank 0 tells in one line.
int program(int argc, char** argv, const Benchmark& benchmark);

}  // namespace npb
