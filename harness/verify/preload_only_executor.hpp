#pragma once

#include "harness/runner/executor.hpp"

namespace tutti {

/// An executor that judges only a preloaded library. A failing case of `mpi` counts as substituted
/// if the MPI library's own function (`pmpi`) fails it too, since it then says nothing about the
/// preloaded library.
class PreloadOnlyExecutor : public Executor {
 public:
  explicit PreloadOnlyExecutor(Executor& executor)
      : Executor(executor.hang_limit()), executor_(executor) {}

  Outcome run(const Case& test, bool fresh) override;
  bool makes_launches() const override { return executor_.makes_launches(); }
  void renew_launch() override { executor_.renew_launch(); }
  Outcome run_alone(const Case& test) override;
  bool applicable(const Case& test) override { return executor_.applicable(test); }
  std::vector<Result> run_all(const std::vector<PlannedCase>& cases) override;

 private:
  Outcome unless_library_fails_too(Outcome outcome, const PlannedCase& planned);

  Executor& executor_;
};

}  // namespace tutti
