#pragma once

#include "npb_drivers/benchmark.hpp"

namespace npb {

/// What rank 0 tells of a run.
struct Result {
  Benchmark benchmark;
  char problem_class = ' ';
  int ranks = 0;
  Run run;
  Sections sections;  ///< the slowest rank's total; of the others the mean over the ranks
};

/// For people: each section with its share of the total.
void print_table(const Result& result);

/// One line with one object: `benchmark`, `class`, `ranks`, `seconds`, `collective_seconds`,
/// `behind_seconds`, `iterations`, `mops` (million operations per second), `verified`.
void print_json(const Result& result);

}  // namespace npb
