#include "harness/gate/case_trial.hpp"

namespace tutti {
namespace {

CaseTrial trial_of(const VerifyLaunchResult& result) {
  using enum CaseTrial::Outcome;
  if (result.report.is_null())
    return {.outcome = cannot_be_tried,
            .what = {"its launch ended " + result.ended},
            .interrupted = result.interrupted};
  for (const char* key : {"failed", "found"})
    for (const auto& failure : result.report[key])
      return {.outcome = fails,
              .ended = failure["ended"],
              .what = failure["what"].get<std::vector<std::string>>()};
  if (result.report["skipped"] > 0)
    return {.outcome = cannot_be_tried, .what = {"the algorithm cannot run it"}};
  return {};
}

}  // namespace

CaseTrial try_case(const std::function<VerifyLaunchResult()>& launch, int tries) {
  CaseTrial trial;
  for (int attempt = 0; attempt < tries; ++attempt) {
    trial = trial_of(launch());
    if (trial.outcome != CaseTrial::Outcome::passes) break;
  }
  return trial;
}

}  // namespace tutti
