#include "harness/verify/baseline.hpp"

#include <fmt/format.h>

#include "contract/error.hpp"
#include "harness/platform/toml_table.hpp"

namespace tutti {
namespace {

Case take_case(TomlTable& table) {
  const auto line = table.take_required_text("replay", "a case line");
  try {
    return parse_case(line);
  } catch (const UsageError& error) {
    table.reject("replay", fmt::format("a case line ({})", error.what()));
  }
}

AcceptedFinding finding_of(TomlTable table) {
  AcceptedFinding finding{
      .library = table.take_required_text("library", "how the library's version begins"),
      .test = take_case(table),
      .reason = table.take_required_text("reason", "why the finding is accepted"),
      .now_and_then = table.take<bool>("now_and_then", "true or false").value_or(false),
      .line = static_cast<int>(table.line())};
  table.expect_nothing_else();
  return finding;
}

/// Returns the text as a TOML string.
std::string quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\')
      quoted += fmt::format("\\{}", letter);
    else if (static_cast<unsigned char>(letter) < ' ' || letter == '\x7f')
      quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(letter));
    else
      quoted += letter;
  }
  return quoted + '"';
}

}  // namespace

std::vector<AcceptedFinding> read_baseline(const std::string& path) {
  const auto root = read_toml(path, "accepted findings");
  TomlTable table(path, root);
  table.leave("finding");
  table.expect_nothing_else();
  std::vector<AcceptedFinding> findings;
  for (const auto* entry : tables_of(path, root, "finding"))
    findings.push_back(finding_of(TomlTable(path, *entry)));
  return findings;
}

std::string to_toml(const std::vector<AcceptedFinding>& findings) {
  std::string text;
  for (const auto& finding : findings) {
    text += fmt::format("# {}\n[[finding]]\nlibrary = {}\nreplay = {}\nreason = {}\n",
                        to_text(class_of(finding.test)), quoted(finding.library),
                        quoted(print(finding.test)), quoted(finding.reason));
    text += finding.now_and_then ? "now_and_then = true\n\n" : "\n";
  }
  return text;
}

std::vector<FaultClass> classes_of(const std::vector<AcceptedFinding>& findings,
                                   std::string_view library_version) {
  std::vector<FaultClass> classes;
  for (const auto& finding : findings)
    if (finding.is_about(library_version)) classes.push_back(class_of(finding.test));
  return classes;
}

}  // namespace tutti
