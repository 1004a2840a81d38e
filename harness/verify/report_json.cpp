#include <nlohmann/json.hpp>

#include "harness/c_program/c_program.hpp"
#include "harness/verify/report.hpp"

namespace tutti {
namespace {

using Json = nlohmann::json;

/// Adds the case as a C program, if it can be written as one.
void add_c_program(Json& finding, const Case& test) try {
  finding["c_program"] = c_program(test, origin_of(test));
} catch (const UsageError&) {
}

Json to_json(const Failure& failure) {
  Json complaints = Json::array();
  for (const auto& complaint : failure.complaints) complaints.push_back(complaint.text);
  Json finding = {{"subject", failure.minimal.subject},
                  {"case", print(failure.minimal)},
                  {"original", print(failure.original)},
                  {"what", complaints},
                  {"class", failure.kind == FailureKind::portability ? "portability" : "wrong"},
                  {"reproduced", failure.reproduced},
                  {"ended", name(failure.ended)}};
  add_c_program(finding, failure.minimal);
  return finding;
}

Json list_of(const std::vector<const Failure*>& failures) {
  Json list = Json::array();
  for (const Failure* failure : failures) list.push_back(to_json(*failure));
  return list;
}

Json to_json(const SubjectRecord& subject) {
  Json collectives = Json::object();
  for (const auto& [collective, tally] : subject.tallies)
    collectives[collective] = {{"passed", tally.passed}, {"failed", tally.failures.size()}};
  const Failure* failure = subject.first_failure();
  return {{"subject", subject.subject},
          {"verdict", subject.verdict()},
          {"case", failure ? Json(print(failure->minimal)) : Json()},
          {"cases", subject.cases},
          {"not_applicable", subject.not_applicable},
          {"substituted", subject.substituted},
          {"collectives", collectives}};
}

Json to_json(const AxisTally& axes) {
  Json json = Json::object();
  for (const auto& [value, count] : axes.counts())
    json[value.axis][value.value] =
        count.hits == 0 && count.not_applicable > 0 ? Json("not applicable") : Json(count.hits);
  return json;
}

}  // namespace

Json to_json(const Record& record) {
  Json failed = list_of(record.failures(FailureKind::failure));
  Json found = list_of(record.failures(FailureKind::portability));
  if (record.findings_only) {
    found.insert(found.end(), failed.begin(), failed.end());
    failed.clear();
  }
  Json missing = Json::array();
  for (const auto& [axis, value] : record.axes.missing()) missing.push_back(axis + "=" + value);
  Json operators = Json::array();
  for (const auto& wrong : record.wrong_operators) operators.push_back(wrong.what);
  Json operator_cases = Json::array();
  for (const auto& wrong : record.wrong_operators) operator_cases.push_back(print(case_of(wrong)));
  Json left_out = Json::array();
  for (const auto& [fault, what_happened, cases, tried, right] : record.left_out)
    left_out.push_back({{"what", fault->what},
                        {"case", fault->replay},
                        {"what_happened", what_happened},
                        {"left_out", cases},
                        {"tried_alone", tried},
                        {"tried_and_right", right}});
  for (auto& fault : left_out) add_c_program(fault, parse_case(fault["case"].get<std::string>()));
  Json gone = Json::array();
  for (const KnownFault* fault : record.gone)
    gone.push_back({{"what", fault->what}, {"case", fault->replay}});
  Json subjects = Json::array();
  for (const auto& subject : record.subjects) subjects.push_back(to_json(subject));
  return {{"target", record.target},
          {"library", record.library},
          {"ranks", record.ranks},
          {"seed", record.seed},
          {"cases", record.cases()},
          {"seconds", record.seconds},
          {"failures", failed.size()},
          {"findings", found.size() + operators.size() + left_out.size()},
          {"skipped", record.skipped()},
          {"holds", record.holds()},
          {"axes", to_json(record.axes)},
          {"axes_judged", record.axes_judged},
          {"barriers_judged", record.barriers_judged},
          {"axes_missing", missing},
          {"failed", failed},
          {"found", found},
          {"wrong_operators", operators},
          {"wrong_operator_cases", operator_cases},
          {"left_out_by_baseline", record.met_known_class},
          {"known_faults", left_out},
          {"known_faults_gone", gone},
          {"subjects", subjects}};
}

}  // namespace tutti
