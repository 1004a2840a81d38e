#include "harness/runner/executor.hpp"

namespace tutti {

std::vector<Result> Executor::run_all(const std::vector<PlannedCase>& cases) {
  std::vector<Result> results;
  for (const auto& [test, fresh] : cases) {
    results.push_back(applicable(test) ? Result(run(test, fresh)) : std::nullopt);
    if (is_faulted(results.back())) break;
  }
  return results;
}

}  // namespace tutti
