#include <nlohmann/json.hpp>

#include "harness/verify/report.hpp"

namespace tutti {
namespace {

using Json = nlohmann::json;

const Failure* first_failure(const Tally& tally) {
  for (const auto& failure : tally.failures)
    if (failure.kind == FailureKind::failure) return &failure;
  return nullptr;
}

Json line_of(const std::string& subject, const std::string& collective, const Tally& tally) {
  const Failure* failure = first_failure(tally);
  Json line{{"subject", subject},
            {"collective", collective},
            {"verdict", failure ? "failed" : "passed"},
            {"passed", tally.passed}};
  if (failure) line["case"] = print(failure->minimal);
  if (tally.non_commutative_only) line["restriction"] = "non_commutative";
  return line;
}

}  // namespace

std::string to_verdicts(const Record& record) {
  const Json header{{"format", "tutti-verdicts"}, {"version", 1},
                    {"target", record.target},    {"library_version", record.library},
                    {"machine", record.machine},  {"registry", record.registry},
                    {"ranks", record.ranks},      {"seed", record.seed}};
  std::string text = header.dump() + "\n";
  for (const auto& subject : record.subjects) {
    for (const auto& [collective, tally] : subject.tallies)
      text += line_of(subject.subject, collective, tally).dump() + "\n";
    if (subject.tallies.empty())
      text += Json{{"subject", subject.subject}, {"verdict", subject.verdict()}}.dump() + "\n";
  }
  return text;
}

}  // namespace tutti
