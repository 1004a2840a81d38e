#pragma once

#include <cstdint>
#include <optional>

#include "optimized/symbolic/execution.hpp"

namespace tutti {

/// The subject of an execution, without the order of execution.
struct SymbolicCase {
  const RegisteredAlgorithm* algorithm = nullptr;
  Shape shape;
  Parameters parameters;
};

/// Returns one line that parse_trial() reads back: `tutti-symbolic 1 protocol=bcast/pipeline
/// ranks=5 root=2 count=7 ... pick=random seed=3`.
std::string print(const SymbolicCase& test, const Interleaving& interleaving);

/// A case and the order in which it is executed.
struct SymbolicTrial {
  SymbolicCase test;
  Interleaving interleaving;
};

/// Parses a line of print(); text after " | " is ignored. Throws UsageError that names the field.
SymbolicTrial parse_trial(std::string_view line, std::span<const RegisteredAlgorithm> known);

/// The schedules of one case, built and matched once and executed any number of times. The next
/// case reuses the memory of the one before. All functions throw Refuted.
class Trial {
 public:
  /// Loads a case, which must stay valid until the next one is loaded.
  void load(const SymbolicCase& test);
  /// Executes the case in the given order and checks the results; in the one-port order also the
  /// cost.
  void run(const Interleaving& interleaving);

  const MatchedSchedules& schedules() const { return schedules_; }
  const Shape& shape() const { return test_->shape; }

 private:
  void check_cost(std::int64_t rounds) const;
  Execution::Lateness lateness(int late) const;
  void check_votes(const Interleaving& interleaving) const;

  const SymbolicCase* test_ = nullptr;
  std::optional<Meaning> meaning_;
  MatchedSchedules schedules_;
  Machine machine_;
};

}  // namespace tutti
