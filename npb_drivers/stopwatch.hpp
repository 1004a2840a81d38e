#pragma once

#include <mpi.h>

namespace npb {

/// The times of the sections of a run, in seconds. All of them are contained in the total.
struct Sections {
  double total = 0;
  double collective = 0;  ///< in the calls of the collective that moves the data
  double behind = 0;      ///< in the computation after them that reads the received data
};

/// A stopwatch that adds its lifetime to the seconds of a section.
class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(seconds), start_(MPI_Wtime()) {}
  ~Stopwatch() { seconds_ += MPI_Wtime() - start_; }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& seconds_;
  double start_;
};

}  // namespace npb
