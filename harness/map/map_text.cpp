#include <fmt/core.h>
#include <fmt/ranges.h>

#include <charconv>
#include <fstream>
#include <sstream>

#include "contract/error.hpp"
#include "harness/map/selection_map.hpp"

namespace tutti {
namespace {

constexpr std::string_view version_line = "tutti-map 1";
constexpr std::string_view rule_form =
    "COLLECTIVE ranks [A,B) bytes [A,B) SUBJECT [commutative] [measured BYTES,...]";

std::string print_range(std::int64_t begin, std::int64_t end) {
  return end == unlimited ? fmt::format("[{},inf)", begin) : fmt::format("[{},{})", begin, end);
}

std::string print(const MapRule& rule) {
  return fmt::format("{:<20} ranks {:<8} bytes {:<20} {}{}{}\n", name(rule.collective),
                     print_range(rule.ranks_begin, rule.ranks_end),
                     print_range(rule.bytes_begin, rule.bytes_end), rule.subject,
                     rule.commutative_only ? " commutative" : "",
                     rule.measured_bytes.empty()
                         ? ""
                         : fmt::format(" measured {}", fmt::join(rule.measured_bytes, ",")));
}

/// Reads a map line by line and knows where it is, for complaints.
class Reader {
 public:
  Reader(std::string_view text, std::string path) : text_(text), path_(std::move(path)) {}

  [[noreturn]] void reject(const std::string& expected) const {
    throw UsageError(fmt::format("{}:{}: {}", path_, number_, expected));
  }

  /// The next line that is neither empty nor a comment. `what` is the line to be expected.
  std::string_view line(std::string_view what) {
    while (!text_.empty()) {
      ++number_;
      const auto end = text_.find('\n');
      if (end == std::string_view::npos) reject("expected a line break: the file is cut");
      const auto found = text_.substr(0, end);
      text_.remove_prefix(end + 1);
      if (!found.empty() && found.front() != '#') return found;
    }
    ++number_;
    reject(fmt::format("expected {}: the file is cut", what));
  }

  /// The rest of a line that begins with the given word.
  std::string field(std::string_view word) {
    const auto found = line(fmt::format("the line '{} ...'", word));
    if (!found.starts_with(fmt::format("{} ", word)))
      reject(fmt::format("expected '{} ...', found '{}'", word, found));
    return std::string(found.substr(word.size() + 1));
  }

  void expect_nothing_more() {
    if (text_.find_first_not_of('\n') == std::string_view::npos) return;
    ++number_;
    reject("expected nothing behind 'end'");
  }

 private:
  std::string_view text_;
  std::string path_;
  int number_ = 0;
};

std::int64_t number(const Reader& reader, std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0)
    reader.reject(fmt::format("expected a number, found '{}'", text));
  return value;
}

std::pair<std::int64_t, std::int64_t> range(const Reader& reader, std::string_view text) {
  const auto comma = text.find(',');
  if (comma == std::string_view::npos || !text.starts_with('[') || !text.ends_with(')'))
    reader.reject(fmt::format("expected a range [BEGIN,END), found '{}'", text));
  const auto begin = number(reader, text.substr(1, comma - 1));
  const auto last = text.substr(comma + 1, text.size() - comma - 2);
  const auto end = last == "inf" ? unlimited : number(reader, last);
  if (begin >= end) reader.reject(fmt::format("expected a range that is not empty: '{}'", text));
  return {begin, end};
}

std::vector<std::int64_t> numbers(const Reader& reader, std::string_view text) {
  std::vector<std::int64_t> values;
  while (!text.empty()) {
    const auto comma = std::min(text.find(','), text.size());
    values.push_back(number(reader, text.substr(0, comma)));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return values;
}

MapRule parse_rule(const Reader& reader, std::string_view line, const MapExpectation& expectation) {
  std::istringstream words{std::string(line)};
  std::string collective, ranks_word, ranks, bytes_word, bytes, option;
  MapRule rule;
  words >> collective >> ranks_word >> ranks >> bytes_word >> bytes >> rule.subject;
  if (!words || ranks_word != "ranks" || bytes_word != "bytes")
    reader.reject(fmt::format("expected '{}'", rule_form));
  const auto found = collective_named(collective);
  if (!found) reader.reject(fmt::format("expected a collective, found '{}'", collective));
  rule.collective = *found;
  const auto [ranks_begin, ranks_end] = range(reader, ranks);
  rule.ranks_begin = static_cast<int>(ranks_begin);
  rule.ranks_end = static_cast<int>(std::min<std::int64_t>(ranks_end, 1 << 30));
  std::tie(rule.bytes_begin, rule.bytes_end) = range(reader, bytes);
  if (!expectation.known(rule.subject))
    reader.reject(fmt::format("expected the name of a subject, found '{}'", rule.subject));
  while (words >> option) {
    std::string list;
    if (option == "commutative")
      rule.commutative_only = true;
    else if (option == "measured" && words >> list)
      rule.measured_bytes = numbers(reader, list);
    else
      reader.reject(fmt::format("expected '{}'", rule_form));
  }
  return rule;
}

bool overlap(const MapRule& a, const MapRule& b) {
  return a.collective == b.collective && a.ranks_begin < b.ranks_end &&
         b.ranks_begin < a.ranks_end && a.bytes_begin < b.bytes_end && b.bytes_begin < a.bytes_end;
}

void check_signature(const Reader& reader, std::string_view what, const std::string& found,
                     const std::string& expected) {
  if (!expected.empty() && found != expected)
    reader.reject(fmt::format("expected the {} '{}', found '{}': the map was made for another",
                              what, expected, found));
}

}  // namespace

std::string print(const SelectionMap& map) {
  std::string text = fmt::format("{}\n# A rule: {}\n", version_line, rule_form);
  for (const auto& remark : map.remarks) text += fmt::format("# {}\n", remark);
  text += fmt::format("target {}\nlibrary {}\nregistry {}\nmachine {}\nrules {}\n", map.target,
                      map.library, map.registry, map.machine, map.rules.size());
  for (const auto& rule : map.rules) text += print(rule);
  return text + "end\n";
}

SelectionMap parse_map(std::string_view text, const std::string& path,
                       const MapExpectation& expectation) {
  Reader reader(text, path);
  const auto version = reader.line("the line 'tutti-map 1'");
  if (version != version_line)
    reader.reject(fmt::format("expected '{}', found '{}'", version_line, version.substr(0, 40)));
  SelectionMap map;
  map.target = reader.field("target");
  map.library = reader.field("library");
  map.registry = reader.field("registry");
  check_signature(reader, "registry", map.registry, expectation.registry);
  map.machine = reader.field("machine");
  check_signature(reader, "machine", map.machine, expectation.machine);
  const auto rules = number(reader, reader.field("rules"));
  while (static_cast<std::int64_t>(map.rules.size()) < rules) {
    const auto line = reader.line(fmt::format("{} rules", rules));
    const auto rule = parse_rule(reader, line, expectation);
    for (const auto& other : map.rules)
      if (overlap(rule, other))
        reader.reject(
            fmt::format("expected ranges without overlap, this one overlaps with: {}", print(other))
                .substr(0, 400));
    map.rules.push_back(rule);
  }
  if (reader.line("the line 'end'") != "end") reader.reject("expected the line 'end'");
  reader.expect_nothing_more();
  return map;
}

SelectionMap read_map(const std::string& path, const MapExpectation& expectation) {
  std::ifstream file(path);
  if (!file) throw UsageError(path + ": cannot be read; expected a selection map of tutti");
  std::ostringstream text;
  text << file.rdbuf();
  return parse_map(text.str(), path, expectation);
}

}  // namespace tutti
