#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// The proofs to run.
struct SymbolicOptions {
  /// The algorithms to prove, except those that the filter rejects.
  std::span<const RegisteredAlgorithm> algorithms = tutti::algorithms();
  std::function<bool(const RegisteredAlgorithm&)> filter = {};
  int ranks = 64;                                     ///< every number of ranks from 1 to this
  std::vector<int> large_ranks = {1000, 1024, 4096};  ///< and these, with sampled roots
  std::uint64_t seed = 1;                             ///< seed of random orders and sampled roots
  int threads = 0;                                    ///< 0: as many as the machine has
};

/// Progress of a proof. It is reported by one thread at a time.
struct SymbolicProgress {
  std::int64_t cases = 0;
  std::int64_t cases_in_all = 0;
  std::int64_t failures = 0;
};

struct SymbolicReport {
  std::int64_t algorithms = 0;  ///< algorithms with at least one case
  std::int64_t cases = 0;       ///< algorithm x ranks x root x count x parameters
  std::int64_t executions = 0;  ///< executions of cases, each in a different order
  std::int64_t messages = 0;    ///< messages simulated in all executions
  std::int64_t skipped = 0;     ///< cases to which the algorithm does not apply
  double seconds = 0;
  /// One line per failure: algorithm, ranks, root, count, parameters, order and seed, then " | "
  /// and the error. replay() accepts such a line. Sorted by number of ranks, with a few failures of
  /// each algorithm.
  std::vector<std::string> failures;
};

/// Runs the schedules of all ranks on provenance instead of data, in adversarial orders, and checks
/// result, termination, matching, bounds and claimed cost.
SymbolicReport prove(const SymbolicOptions& options,
                     const std::function<void(const SymbolicProgress&)>& progress = {});

/// Runs the case of a failure line again. Throws UsageError if the line cannot be read or names
/// something unknown.
SymbolicReport replay(std::string_view line,
                      std::span<const RegisteredAlgorithm> known = algorithms());

}  // namespace tutti
