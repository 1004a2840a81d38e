#include <nlohmann/json.hpp>

#include "harness/gate/gate_report.hpp"

namespace tutti {
namespace {

using Json = nlohmann::json;

Json to_json(const GateFinding& finding) {
  return {
      {"status", name(finding.status)}, {"target", finding.target}, {"ranks", finding.ranks},
      {"symptom", finding.symptom},     {"what", finding.what},     {"replay", finding.replay},
      {"class", finding.fault_class},   {"reason", finding.reason}, {"c_program", finding.program}};
}

Json to_json(const GateLaunch& launch) {
  return {{"target", launch.kind.target}, {"ranks", launch.kind.ranks},
          {"leaks", launch.kind.leaks},   {"seed", launch.seed},
          {"cases", launch.cases},        {"seconds", launch.seconds},
          {"ended", launch.ended}};
}

Json to_json(const Share& share) { return Json::array({share.hit, share.all}); }

}  // namespace

Json to_json(const GateResults& results) {
  Json findings = Json::array(), launches = Json::array(), covered = Json::object();
  for (const auto& finding : results.findings) findings.push_back(to_json(finding));
  for (const auto& launch : results.launches) launches.push_back(to_json(launch));
  for (const auto& [target, coverage] : results.coverage)
    covered[target] = {{"values", to_json(coverage.values())},
                       {"pairs", to_json(coverage.pairs())},
                       {"never_hit", coverage.missing()}};
  return {{"tutti_gate", 1},
          {"library", results.library},
          {"verdict", results.interrupted ? "interrupted"
                      : results.holds()   ? "pass"
                                          : "fail"},
          {"strict", results.strict},
          {"findings", findings},
          {"covered", covered},
          {"launches", launches}};
}

}  // namespace tutti
