#include <fmt/core.h>
#include <fmt/ranges.h>

#include <array>
#include <fstream>
#include <sstream>

#include "contract/error.hpp"
#include "optimized/selection/map_reader.hpp"
#include "optimized/selection/selection_map.hpp"

namespace tutti {
namespace {

constexpr std::string_view version_line = "tutti-map 2";
constexpr std::string_view rule_form =
    "COLLECTIVE ranks [A,B) bytes [A,B) SUBJECT [commutative] [measured BYTES,...]";
constexpr std::string_view fit_form =
    "COLLECTIVE ranks [A,B) bytes [A,B) SUBJECT [commutative] BASIS DEGREE DEGREE error E of C,...";

std::string print_range(std::int64_t begin, std::int64_t end) {
  return end == unlimited ? fmt::format("[{},inf)", begin) : fmt::format("[{},{})", begin, end);
}

/// Returns how both kinds of rows begin: the calls that they apply to, and the subject.
template <class Row>
std::string print_beginning(const Row& row, const Domain& domain) {
  return fmt::format("{:<20} ranks {:<8} bytes {:<20} {}{}", name(row.collective),
                     print_range(domain.ranks.begin, domain.ranks.end),
                     print_range(domain.bytes.begin, domain.bytes.end), row.subject,
                     row.commutative_only ? " commutative" : "");
}

std::string print(const MapRule& rule) {
  auto text = print_beginning(rule, rule.domain);
  if (!rule.measured_bytes.empty())
    text += fmt::format(" measured {}", fmt::join(rule.measured_bytes, ","));
  return text + '\n';
}

std::string print(const MapFit& fit) {
  const auto& equation = fit.equation;
  return fmt::format("{} {} {} {} error {} of {}\n", print_beginning(fit, equation.domain),
                     name(equation.basis), equation.bytes_degree, equation.ranks_degree,
                     equation.error, fmt::join(equation.coefficients, ","));
}

/// A row of a map, read word by word.
class Row {
 public:
  Row(const MapReader& reader, std::string_view line, std::string_view form)
      : reader_(reader), form_(form), words_(std::string(line)) {}

  /// Returns the next word. Throws UsageError if the row ends before it.
  std::string word() {
    std::string found;
    if (!(words_ >> found)) reject();
    return found;
  }
  void expect(std::string_view expected) {
    if (word() != expected) reject();
  }
  /// Takes the next word and returns true if it is the wanted one.
  bool take(std::string_view wanted) {
    const auto here = words_.tellg();
    std::string found;
    if (words_ >> found && found == wanted) return true;
    words_.clear();
    words_.seekg(here);
    return false;
  }
  void expect_end() {
    std::string more;
    if (words_ >> more) reject();
  }

  HalfOpen<std::int64_t> range() {
    const std::string found = word();
    const std::string_view text = found;
    const auto comma = text.find(',');
    if (comma == std::string_view::npos || !text.starts_with('[') || !text.ends_with(')'))
      reader_.reject(fmt::format("expected a range [BEGIN,END), found '{}'", text));
    const auto begin = reader_.number<std::int64_t>(text.substr(1, comma - 1));
    const auto last = text.substr(comma + 1, text.size() - comma - 2);
    const auto end = last == "inf" ? unlimited : reader_.number<std::int64_t>(last);
    if (begin >= end) reader_.reject(fmt::format("expected a range that is not empty: '{}'", text));
    return {begin, end};
  }

  [[noreturn]] void reject() const { reader_.reject(fmt::format("expected '{}'", form_)); }

 private:
  const MapReader& reader_;
  std::string_view form_;
  std::istringstream words_;
};

template <class Parsed>
void parse_beginning(Parsed& parsed, Domain& domain, Row& row, const MapReader& reader,
                     const MapExpectation& expectation) {
  const auto collective = row.word();
  const auto found = collective_named(collective);
  if (!found) reader.reject(fmt::format("expected a collective, found '{}'", collective));
  if (traits(*found).alone)
    reader.reject(fmt::format("a rank does {} alone: there is nothing to choose", collective));
  parsed.collective = *found;
  row.expect("ranks");
  const auto ranks = row.range();
  constexpr std::int64_t ranks_max = 1 << 30;
  if (ranks.begin >= ranks_max)
    reader.reject(fmt::format("expected fewer than {} ranks, found {}", ranks_max, ranks.begin));
  domain.ranks = {static_cast<int>(ranks.begin), static_cast<int>(std::min(ranks.end, ranks_max))};
  row.expect("bytes");
  domain.bytes = row.range();
  parsed.subject = row.word();
  if (!expectation.known(parsed.subject))
    reader.reject(fmt::format("expected the name of a subject, found '{}'", parsed.subject));
  parsed.commutative_only = row.take("commutative");
}

MapRule parse_rule(const MapReader& reader, std::string_view line,
                   const MapExpectation& expectation) {
  Row row(reader, line, rule_form);
  MapRule rule;
  parse_beginning(rule, rule.domain, row, reader, expectation);
  if (row.take("measured")) rule.measured_bytes = reader.sizes(row.word());
  row.expect_end();
  return rule;
}

int parse_degree(const MapReader& reader, const std::string& text) {
  const int degree = reader.number<int>(text);
  if (degree > FitEquation::degree_max)
    reader.reject(
        fmt::format("expected a degree of at most {}, found {}", FitEquation::degree_max, degree));
  return degree;
}

MapFit parse_fit(const MapReader& reader, std::string_view line,
                 const MapExpectation& expectation) {
  Row row(reader, line, fit_form);
  MapFit fit;
  auto& equation = fit.equation;
  parse_beginning(fit, equation.domain, row, reader, expectation);
  const auto basis = basis_named(row.word());
  if (!basis) row.reject();
  equation.basis = *basis;
  equation.bytes_degree = parse_degree(reader, row.word());
  equation.ranks_degree = parse_degree(reader, row.word());
  if (!Terms::can_hold(equation.bytes_degree, equation.ranks_degree))
    reader.reject(fmt::format("expected degrees that make at most {} terms, found {} and {}",
                              Terms::terms_max, equation.bytes_degree, equation.ranks_degree));
  row.expect("error");
  equation.error = reader.number<double>(row.word());
  row.expect("of");
  equation.coefficients = reader.coefficients(row.word());
  row.expect_end();
  if (const auto terms = terms_of(equation, {}, {}).size; equation.coefficients.size() != terms)
    reader.reject(
        fmt::format("expected {} coefficients, found {}", terms, equation.coefficients.size()));
  return fit;
}

bool conflict(const MapRule& a, const MapRule& b) {
  return a.collective == b.collective && a.domain.overlaps(b.domain);
}

/// Returns whether two equations must not be in one map. Those of different subjects compete and
/// may overlap; those of the same subject must not.
bool conflict(const MapFit& a, const MapFit& b) {
  return a.collective == b.collective && a.subject == b.subject &&
         a.equation.domain.overlaps(b.equation.domain);
}

/// Parses a line `HEADING n` and the n rows below it.
template <class Parse>
auto parse_rows(MapReader& reader, std::string_view heading, const MapExpectation& expectation,
                Parse parse) {
  std::vector<decltype(parse(reader, heading, expectation))> rows;
  const auto count = reader.number<std::int64_t>(reader.field(heading));
  while (static_cast<std::int64_t>(rows.size()) < count) {
    auto row = parse(reader, reader.line(fmt::format("{} {}", count, heading)), expectation);
    for (const auto& other : rows)
      if (conflict(row, other))
        reader.reject(
            fmt::format("expected ranges without overlap, this one overlaps with: {}", print(other))
                .substr(0, 400));
    rows.push_back(std::move(row));
  }
  return rows;
}

void check_signature(const MapReader& reader, std::string_view what, const std::string& found,
                     const std::string& expected) {
  if (!expected.empty() && found != expected)
    reader.reject(fmt::format("expected the {} '{}', found '{}': the map was made for another",
                              what, expected, found));
}

}  // namespace

std::string print(const SelectionMap& map) {
  std::string text = fmt::format("{}\n# A rule: {}\n", version_line, rule_form);
  if (!map.fits.empty()) text += fmt::format("# A fit: {}\n", fit_form);
  for (const auto& remark : map.remarks) text += fmt::format("# {}\n", remark);
  text += fmt::format("target {}\nlibrary {}\nregistry {}\nmachine {}\nrules {}\n", map.target,
                      map.library, map.registry, map.machine, map.rules.size());
  for (const auto& rule : map.rules) text += print(rule);
  text += fmt::format("fits {}\n", map.fits.size());
  for (const auto& fit : map.fits) text += print(fit);
  return text + "end\n";
}

SelectionMap parse_map(std::string_view text, const std::string& path,
                       const MapExpectation& expectation) {
  MapReader reader(text, path);
  const auto version = reader.line(fmt::format("the line '{}'", version_line));
  if (version != version_line)
    reader.reject(fmt::format("expected '{}', found '{}'", version_line, version.substr(0, 40)));
  SelectionMap map;
  map.target = reader.field("target");
  map.library = reader.field("library");
  map.registry = reader.field("registry");
  check_signature(reader, "registry", map.registry, expectation.registry);
  map.machine = reader.field("machine");
  check_signature(reader, "machine", map.machine, expectation.machine);
  map.rules = parse_rows(reader, "rules", expectation, parse_rule);
  map.fits = parse_rows(reader, "fits", expectation, parse_fit);
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
