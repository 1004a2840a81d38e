#pragma once

#include "harness/runner/executor.hpp"

namespace tutti {

/// Judges what is preloaded over the MPI library: a case of `mpi` that fails counts as substituted
/// if the library beneath (`pmpi`) fails it, too, since it says nothing about what is preloaded.
class OverLibrary : public Executor {
 public:
  explicit OverLibrary(Executor& executor) : Executor(executor.hang_limit()), executor_(executor) {}

  Outcome run(const Case& test, bool fresh) override;
  bool makes_launches() const override { return executor_.makes_launches(); }
  Outcome run_alone(const Case& test) override;
  bool applicable(const Case& test) override { return executor_.applicable(test); }
  std::vector<Result> run_all(const std::vector<PlannedCase>& cases) override;

 private:
  Outcome excused(Outcome outcome, const PlannedCase& planned);

  Executor& executor_;
};

}  // namespace tutti
