#include <fmt/format.h>

#include <algorithm>

#include "harness/platform/xml.hpp"
#include "harness/verify/report.hpp"

namespace tutti {
namespace {

std::string failure_element(const Failure& failure) {
  const std::string what = failure.complaints.empty() ? "failed" : failure.complaints.front().text;
  return fmt::format("      <failure message=\"{}\">{}</failure>\n", xml_escaped(what),
                     xml_escaped(print(failure.minimal)));
}

std::string testcase(const std::string& subject, const std::string& collective,
                     const Tally& tally) {
  std::string body;
  std::string remarks;
  for (const auto& failure : tally.failures)
    (failure.kind == FailureKind::failure ? body : remarks) +=
        failure.kind == FailureKind::failure
            ? failure_element(failure)
            : fmt::format("      <system-out>not portable: {}</system-out>\n",
                          xml_escaped(print(failure.minimal)));
  return fmt::format("    <testcase classname=\"{}\" name=\"{}\">\n{}{}    </testcase>\n",
                     xml_escaped(subject), xml_escaped(collective), body, remarks);
}

std::string skipped_testcase(const std::string& subject) {
  return fmt::format(
      "    <testcase classname=\"{}\" name=\"all\">\n"
      "      <skipped message=\"not applicable\"/>\n    </testcase>\n",
      xml_escaped(subject));
}

}  // namespace

std::string to_junit(const Record& record) {
  std::string cases;
  int tests = 0;
  int skipped = 0;
  int failed = 0;
  for (const auto& subject : record.subjects) {
    for (const auto& [collective, tally] : subject.tallies) {
      cases += testcase(subject.subject, collective, tally);
      ++tests;
      failed += std::any_of(tally.failures.begin(), tally.failures.end(),
                            [](const Failure& f) { return f.kind == FailureKind::failure; });
    }
    if (!subject.tallies.empty()) continue;
    cases += skipped_testcase(subject.subject);
    ++tests;
    ++skipped;
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"tutti verify {}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\" "
      "time=\"{:.3f}\">\n{}  </testsuite>\n</testsuites>\n",
      xml_escaped(record.target), tests, failed, skipped, record.seconds, cases);
}

}  // namespace tutti
