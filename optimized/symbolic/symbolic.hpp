#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// What is to be proved.
struct SymbolicOptions {
  /// The algorithms in question; those that the filter rejects are left out.
  std::span<const RegisteredAlgorithm> algorithms = tutti::algorithms();
  std::function<bool(const RegisteredAlgorithm&)> filter = {};
  int ranks = 64;                                     ///< every number of ranks from 1 to this
  std::vector<int> large_ranks = {1000, 1024, 4096};  ///< and these, with sampled roots
  std::uint64_t seed = 1;                             ///< of random orders and sampled roots
  int threads = 0;                                    ///< 0: as many as the machine has
};

/// How far the proof has come; called from one thread at a time.
struct SymbolicProgress {
  std::int64_t cases = 0;
  std::int64_t cases_in_all = 0;
  std::int64_t failures = 0;
};

struct SymbolicReport {
  std::int64_t algorithms = 0;  ///< with at least one case
  std::int64_t cases = 0;       ///< algorithm x ranks x root x count x parameters
  std::int64_t executions = 0;  ///< of cases, each in an order of its own
  std::int64_t messages = 0;    ///< simulated, in all executions
  std::int64_t skipped = 0;     ///< cases to which the algorithm does not apply
  double seconds = 0;
  /// One line each: algorithm, ranks, root, count, parameters, order, seed, then " | " and what
  /// went wrong. replay() takes it as it is. The first failure of each algorithm stands first.
  std::vector<std::string> failures;
};

/// Runs the schedules of all ranks on provenance instead of data, in adversarial orders, and checks
/// result, termination, matching, bounds and claimed cost.
SymbolicReport prove(const SymbolicOptions& options,
                     const std::function<void(const SymbolicProgress&)>& progress = {});

/// Runs the one case of a failure line again. Throws UsageError if it cannot be read or names
/// something unknown.
SymbolicReport replay(std::string_view line,
                      std::span<const RegisteredAlgorithm> known = algorithms());

}  // namespace tutti
