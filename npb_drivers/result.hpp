#pragma once

#include "npb_drivers/benchmark.hpp"

namespace npb {

/// The result of a run, which rank 0 prints.
struct Result {
  Benchmark benchmark;
  char problem_class = ' ';
  int ranks = 0;
  Run run;
  Sections sections;  ///< the total of the slowest rank; for other sections the mean over the ranks
};

/// Prints a table with the time of each section and its share of the total.
void print_table(const Result& result);

/// Prints one line with one JSON object: `benchmark`, `class`, `ranks`, `seconds`,
/// `collective_seconds`, `behind_seconds`, `iterations`, `mops` (million operations per second),
/// `verified`.
void print_json(const Result& result);

}  // namespace npb
