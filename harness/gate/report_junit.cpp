#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/gate/gate_report.hpp"
#include "harness/platform/xml.hpp"

namespace tutti {
namespace {

struct TestCase {
  std::string name;
  std::string body;
  bool failed = false, skipped = false;
};

TestCase failing(std::string name, const std::string& message, const std::string& text) {
  return {.name = std::move(name),
          .body = fmt::format("      <failure message=\"{}\">{}</failure>\n", xml_escaped(message),
                              xml_escaped(text)),
          .failed = true};
}

TestCase of_kind(const GateResults& results, const LaunchKind& kind) {
  auto name = to_text(kind);
  std::int64_t cases = 0;
  for (const auto& launch : results.launches)
    if (launch.kind == kind) cases += launch.cases;
  const auto bad = results.never_ended_well();
  if (std::ranges::find(bad, kind) != bad.end())
    return failing(std::move(name), "no launch ended well", "");
  return {.name = std::move(name),
          .body = fmt::format("      <system-out>{} cases</system-out>\n", cases)};
}

TestCase of_finding(const GateResults& results, const GateFinding& finding) {
  const auto status = finding.status;
  if (status == FindingStatus::fresh || status == FindingStatus::untried ||
      (status == FindingStatus::fixed && results.strict))
    return failing(finding.fault_class,
                   fmt::format("{}: {}", name(status),
                               finding.what.empty() ? finding.reason : finding.what.front()),
                   to_text(finding));
  if (status == FindingStatus::known)
    return {.name = finding.fault_class,
            .body = fmt::format("      <skipped message=\"{}\"/>\n",
                                xml_escaped("known: " + finding.reason)),
            .skipped = true};
  return {
      .name = finding.fault_class,
      .body = fmt::format("      <system-out>{}</system-out>\n", xml_escaped(to_text(finding)))};
}

}  // namespace

std::string to_junit(const GateResults& results) {
  std::vector<TestCase> tests;
  for (const auto& kind : results.kinds) tests.push_back(of_kind(results, kind));
  for (const auto& finding : results.findings) tests.push_back(of_finding(results, finding));
  std::string text;
  for (const auto& test : tests)
    text += fmt::format("    <testcase classname=\"tutti.gate\" name=\"{}\">\n{}    </testcase>\n",
                        xml_escaped(test.name), test.body);
  double seconds = 0;
  for (const auto& launch : results.launches) seconds += launch.seconds;
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"tutti gate: {}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\" "
      "time=\"{:.3f}\">\n{}  </testsuite>\n</testsuites>\n",
      xml_escaped(results.library), tests.size(), std::ranges::count_if(tests, &TestCase::failed),
      std::ranges::count_if(tests, &TestCase::skipped), seconds, text);
}

}  // namespace tutti
