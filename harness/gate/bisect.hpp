#pragma once

#include <string>
#include <vector>

#include "harness/platform/child.hpp"

namespace tutti {

struct BisectOptions {
  std::string replay;                 ///< a case line
  std::vector<std::string> programs;  ///< tutti for other libraries; empty: those beside this one
  int tries = 3;                      ///< until it fails
  double hang_seconds = 10;
  Environment of_ranks = {};
  bool here = false;  ///< only the library of this program
  bool json = false;
};

/// Tells which libraries show a fault, by its case. Returns the exit status: 0 none, 1 one that was
/// tried, 125 this library cannot be tried.
int bisect(const BisectOptions& options);

}  // namespace tutti
