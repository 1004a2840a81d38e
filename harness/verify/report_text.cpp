#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "harness/verify/report.hpp"

namespace tutti {
namespace {

constexpr std::size_t most_complaints = 4;

std::string title(const Record& record, const Failure& failure) {
  if (failure.ended == Ended::hung) return "HANG";
  if (failure.ended == Ended::crashed) return "CRASH";
  if (failure.kind == FailureKind::portability) return "PORTABILITY";
  return record.findings_only ? "FINDING" : "FAILED";
}

std::string verdict(const SubjectRecord& subject) {
  const Failure* failure = subject.first_failure();
  if (failure && failure->ended != Ended::returned)
    return fmt::format("failed ({})", name(failure->ended));
  return std::string(subject.verdict());
}

std::string table_of_subjects(const Record& record) {
  std::string text =
      fmt::format("\n{:54} {:15} {:>8} {:>8}\n", "subject", "verdict", "cases", "skipped");
  for (const auto& subject : record.subjects)
    text += fmt::format("{:54} {:15} {:8} {:8}\n", subject.subject, verdict(subject), subject.cases,
                        subject.not_applicable);
  return text;
}

using AxisRow = std::vector<std::pair<std::string, AxisTally::Count>>;

std::map<std::string, AxisRow> rows_of(const AxisTally& axes) {
  std::map<std::string, AxisRow> rows;
  for (const auto& [value, count] : axes.counts()) rows[value.axis].push_back({value.value, count});
  return rows;
}

/// Returns the counts of an axis as text. Only a summary if there are very many values; values that
/// were never hit are listed elsewhere.
std::string line_of(const AxisRow& row) {
  constexpr std::size_t very_many = 40;
  std::string text;
  std::size_t hit = 0;
  for (const auto& [value, count] : row) {
    const bool impossible = count.hits == 0 && count.not_applicable > 0;
    text += fmt::format(" {}={}", value, impossible ? "n/a" : std::to_string(count.hits));
    hit += count.hits > 0 || impossible;
  }
  return row.size() > very_many ? fmt::format(" {} of {} values", hit, row.size()) : text;
}

std::string table_of_axes(const Record& record) {
  std::string text = "\naxes (cases that hit each value; n/a: outside of what was under test)\n";
  for (const auto& [axis, row] : rows_of(record.axes))
    text += fmt::format("{:18}{}\n", axis, line_of(row));
  return text;
}

std::string judgement_of_axes(const Record& record) {
  const auto missing = record.axes.missing();
  if (missing.empty()) return "every axis value was hit\n";
  if (!record.axes_judged)
    return fmt::format("too few cases to judge axes: {} values were not hit\n", missing.size());
  std::string text = "FAILED axis values never hit:";
  for (const auto& [axis, value] : missing) text += fmt::format(" {}={}", axis, value);
  return text + "\n";
}

std::string describe(const KnownFaultRecord& left_out) {
  const auto& [fault, what_happened, cases, tried, right] = left_out;
  return fmt::format(
      "FINDING {}; {} cases that meet it were left out, {} of these tried in launches of their "
      "own, "
      "{} right\n  {}\n  replay: --replay '{}'\n",
      fault->what, cases, tried, right, what_happened, fault->replay);
}

}  // namespace

std::string to_text(const Record& record, const Failure& failure) {
  std::string text = fmt::format("{} {}\n", title(record, failure), failure.minimal.subject);
  for (std::size_t i = 0; i < std::min(failure.complaints.size(), most_complaints); ++i)
    text += fmt::format("  {}\n", failure.complaints[i].text);
  if (failure.complaints.size() > most_complaints)
    text += fmt::format("  and {} more\n", failure.complaints.size() - most_complaints);
  if (!failure.reproduced) text += "  seen once; it did not fail again when it was replayed\n";
  return text + fmt::format("  replay: --replay '{}'\n", print(failure.minimal));
}

std::string to_text(const Record& record) {
  std::string text =
      fmt::format("{}, {} ranks, seed {}\n", record.library, record.ranks, record.seed);
  text += table_of_subjects(record) + table_of_axes(record) + "\n";
  for (const auto& wrong : record.wrong_operators)
    text += fmt::format("FINDING {}; no case uses it\n  replay: --replay '{}'\n", wrong.what,
                        print(case_of(wrong)));
  for (const auto& left_out : record.left_out) text += describe(left_out);
  for (const KnownFault* fault : record.gone)
    text += fmt::format("NO LONGER SEEN {}\n  replay: --replay '{}'\n", fault->what, fault->replay);
  for (const auto kind : {FailureKind::portability, FailureKind::failure})
    for (const Failure* failure : record.failures(kind)) text += to_text(record, *failure);
  if (record.met_known_class > 0)
    text += fmt::format("{} drawn cases were left out, since the baseline has their fault\n",
                        record.met_known_class);
  text += judgement_of_axes(record);
  if (!record.barriers_judged)
    text += "barriers were not judged: the ranks are on several hosts, which share no clock\n";
  const auto failures = record.failures(FailureKind::failure).size();
  const auto unportable = record.failures(FailureKind::portability).size();
  const auto rate = record.seconds > 0 ? static_cast<double>(record.cases()) / record.seconds : 0;
  return text + fmt::format(
                    "{} cases in {:.1f} s ({:.0f} cases/s), {} {}, {} portability findings, "
                    "{} skipped as not applicable\n",
                    record.cases(), record.seconds, rate, failures,
                    record.findings_only ? "findings" : "failures", unportable, record.skipped());
}

}  // namespace tutti
