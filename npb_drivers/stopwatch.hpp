#pragma once

#include <mpi.h>

namespace npb {

/// Where time goes, in seconds. All of it is within the total.
struct Sections {
  double total = 0;
  double collective = 0;  ///< within the calls of the collective that moves the data
  double behind = 0;      ///< in the computation behind them that reads what they received
};

/// Adds how long it lives to the seconds of a section.
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
