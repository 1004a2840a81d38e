#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <span>

#include "contract/error.hpp"
#include "harness/case/case.hpp"
#include "harness/case/field_text.hpp"
#include "harness/case/validate.hpp"

namespace tutti {
namespace {

constexpr std::string_view magic = "tutti-case";
constexpr std::string_view version = "1";

using Words = std::vector<std::string_view>;

Words words_of(std::string_view text) {
  Words words;
  while (true) {
    const auto begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return words;
    text.remove_prefix(begin);
    const auto end = text.find_first_of(" \t\r\n");
    words.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return words;
    text.remove_prefix(end);
  }
}

/// Returns " name=value" for every field that does not have its default value.
template <typename Owner, typename Fields>
std::string print_fields(const Owner& owner, const Fields& fields) {
  const Owner defaults;
  std::string text;
  for_each_field(fields, [&]<typename Value>(const Field<Owner, Value>& field) {
    if (owner.*field.member != defaults.*field.member)
      text += fmt::format(" {}={}", field.name, FieldText<Value>::print(owner.*field.member));
  });
  return text;
}

template <typename Fields>
std::string names_of(const Fields& fields) {
  std::string names;
  for_each_field(fields, [&](const auto& field) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", field.name);
  });
  return names;
}

/// Parses a word of the form name=value and sets the field of that name.
template <typename Owner, typename Fields>
void parse_field(std::string_view word, Owner& owner, const Fields& fields,
                 std::set<std::string_view>& seen, const std::string& where) {
  const auto equals = word.find('=');
  const auto name = word.substr(0, equals);
  const auto text = equals == std::string_view::npos ? "" : word.substr(equals + 1);
  bool known = false;
  for_each_field(fields, [&]<typename Value>(const Field<Owner, Value>& field) {
    if (field.name != name) return;
    known = true;
    const auto value = FieldText<Value>::parse(text);
    if (!value)
      throw UsageError(fmt::format("{}: {}: found '{}', expected {}", where, name, text,
                                   FieldText<Value>::expected()));
    owner.*field.member = *value;
  });
  if (!known)
    throw UsageError(fmt::format("{}: no field '{}', expected {}", where, name, names_of(fields)));
  if (!seen.insert(name).second)
    throw UsageError(fmt::format("{}: {}: found twice, expected once", where, name));
}

template <typename Owner, typename Fields>
void parse_fields(std::span<const std::string_view> words, Owner& owner, const Fields& fields,
                  const std::string& where) {
  std::set<std::string_view> seen;
  for (const auto word : words) parse_field(word, owner, fields, seen, where);
}

void expect_header(const Words& words) {
  if (words.empty() || words[0] != magic)
    throw UsageError(fmt::format("case: found '{}', expected a line that begins with '{} {}'",
                                 words.empty() ? "" : words[0], magic, version));
  if (words.size() < 2 || words[1] != version)
    throw UsageError(fmt::format("case: found version '{}', expected version {}",
                                 words.size() < 2 ? "" : words[1], version));
}

std::string names_of_collectives() {
  std::string names;
  for (const auto& row : collective_table)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", row.name);
  return names;
}

Operation parse_operation(std::string_view text, std::size_t number) {
  const Words words = words_of(text);
  const std::string place = fmt::format("case: operation {}", number);
  const auto collective = words.empty() ? std::nullopt : collective_named(words[0]);
  if (!collective)
    throw UsageError(fmt::format("{}: no collective '{}', expected one of {}", place,
                                 words.empty() ? "" : words[0], names_of_collectives()));
  Operation operation{.collective = *collective};
  parse_fields(std::span(words).subspan(1), operation, operation_fields,
               fmt::format("{} ({})", place, words[0]));
  return operation;
}

}  // namespace

std::string print(const Case& test) {
  std::string line = fmt::format("{} {}{}", magic, version, print_fields(test, case_fields));
  for (const Operation& operation : test.operations)
    line += fmt::format(" | {}{}", name(operation.collective),
                        print_fields(operation, operation_fields));
  return line;
}

Case parse_case(std::string_view line) {
  auto bar = line.find('|');
  const Words words = words_of(line.substr(0, bar));
  expect_header(words);
  Case test;
  parse_fields(std::span(words).subspan(2), test, case_fields, "case");
  while (bar != std::string_view::npos) {
    line.remove_prefix(bar + 1);
    bar = line.find('|');
    test.operations.push_back(parse_operation(line.substr(0, bar), test.operations.size() + 1));
  }
  validate(test);
  return test;
}

}  // namespace tutti
