#include "harness/verify/preload_only_executor.hpp"

namespace tutti {

Outcome PreloadOnlyExecutor::run(const Case& test, bool fresh) {
  executor_.set_hang_limit(hang_limit());
  return unless_library_fails_too(executor_.run(test, fresh), {test, fresh});
}

Outcome PreloadOnlyExecutor::run_alone(const Case& test) {
  executor_.set_hang_limit(hang_limit());
  return unless_library_fails_too(executor_.run_alone(test), {test, true});
}

Outcome PreloadOnlyExecutor::unless_library_fails_too(Outcome outcome, const PlannedCase& planned) {
  if (outcome.complaints.empty() || planned.test.subject != "mpi") return outcome;
  Case on_pmpi = planned.test;
  on_pmpi.subject = "pmpi";
  const bool library_is_right = executor_.run(on_pmpi, planned.fresh).complaints.empty();
  return library_is_right ? outcome : Outcome{.complaints = {}, .substituted = true};
}

std::vector<Result> PreloadOnlyExecutor::run_all(const std::vector<PlannedCase>& cases) {
  executor_.set_hang_limit(hang_limit());
  auto results = executor_.run_all(cases);
  if (!results.empty() && results.back())
    results.back() = unless_library_fails_too(*results.back(), cases[results.size() - 1]);
  return results;
}

}  // namespace tutti
