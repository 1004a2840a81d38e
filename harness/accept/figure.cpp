#include "harness/accept/figure.hpp"

#include <nlohmann/json.hpp>

namespace tutti {

nlohmann::json to_json(const Figure& row) {
  return {{"row", "figure"},       {"measure", row.of.measure},
          {"hosts", row.of.hosts}, {"bytes", row.of.bytes},
          {"ranks", row.of.ranks}, {"ranks_per_node", row.of.ranks_per_node},
          {"load", row.of.load},   {"unit", row.of.unit},
          {"launch", row.launch},  {"samples", row.samples}};
}

nlohmann::json to_json(const Finding& row) {
  return {{"row", "finding"},
          {"kind", row.kind},
          {"hosts", row.hosts},
          {"measure", row.measure},
          {"launch", row.launch},
          {"ratio", row.ratio},
          {"ratio_low", row.low},
          {"ratio_high", row.high},
          {"error_probability", row.error_probability}};
}

nlohmann::json to_json(const OpenQuestion& row) {
  return {{"row", "undecided"},     {"kind", row.kind},     {"hosts", row.hosts},
          {"measure", row.measure}, {"launch", row.launch}, {"trials", row.trials}};
}

nlohmann::json to_json(const HostFact& row) {
  return {{"row", "fact"},
          {"host", row.host},
          {"fact", row.fact},
          {"value", row.value},
          {"launch", row.launch}};
}

nlohmann::json to_json(const CollectiveProof& row) {
  return {{"row", "proof"},           {"collective", row.collective},     {"cases", row.cases},
          {"failures", row.failures}, {"failing_case", row.failing_case}, {"launch", row.launch}};
}

nlohmann::json to_json(const LostHost& row) {
  return {{"row", "lost"},
          {"host", row.host},
          {"how", row.how},
          {"launch", row.launch},
          {"seconds", row.seconds}};
}

}  // namespace tutti
