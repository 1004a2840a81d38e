#pragma once

#include <mpi.h>

#include <string_view>

#include "npb_drivers/stopwatch.hpp"

namespace npb {

/// The results of a run at one rank.
struct Run {
  int iterations = 0;
  double operations = 0;   ///< of all ranks, as NPB counts them
  Sections sections = {};  ///< of this rank
  bool verified = false;   ///< the same at every rank
};

/// One of the NAS Parallel Benchmarks. The classes are S, W, A, B and C.
struct Benchmark {
  std::string_view name;        ///< name in NPB
  std::string_view summary;     ///< one line
  std::string_view collective;  ///< the MPI function that moves the data
  int (*ranks_max)(char problem_class);
  /// Runs the benchmark. Collective; the number of ranks must be a power of two.
  Run (*run)(char problem_class, MPI_Comm comm);
};

/// Runs the whole program, from MPI_Init to MPI_Finalize. Returns its exit status, the same at
/// every rank: 0 verified, 1 not verified, 2 bad usage, which rank 0 reports in one line.
int program(int argc, char** argv, const Benchmark& benchmark);

}  // namespace npb
