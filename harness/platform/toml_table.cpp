#include "harness/platform/toml_table.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "contract/error.hpp"

namespace tutti {

void reject_line(const std::string& file, unsigned line, const std::string& expected) {
  throw UsageError(fmt::format("{}:{}: {}", file, line, expected));
}

toml::table read_toml(const std::string& path, const std::string& contents) {
  try {
    return toml::parse_file(path);
  } catch (const toml::parse_error& error) {
    if (error.source().begin.line == 0)
      throw UsageError(path + ": cannot be read; expected a file of " + contents);
    reject_line(path, error.source().begin.line, std::string(error.description()));
  } catch (const TomlAssertion&) {
    throw UsageError(path + ": expected TOML, found what its parser cannot make sense of");
  }
}

void TomlTable::reject(const std::string& expected) const { reject_line(file_, line(), expected); }

void TomlTable::reject(const std::string& key, const std::string& expected) const {
  const auto* node = table_.get(key);
  reject_line(file_, node ? node->source().begin.line : line(),
              fmt::format("expected {} for '{}'", expected, key));
}

bool TomlTable::holds_number(const std::string& key) const {
  const auto* node = table_.get(key);
  return node && node->is_integer();
}

std::string TomlTable::take_required_text(const std::string& key, const std::string& expected) {
  const auto text = take_text(key, expected);
  if (!text || text->empty()) reject(key, expected);
  return *text;
}

std::string TomlTable::take_one_of(const std::string& key,
                                   const std::vector<std::string>& allowed) {
  const auto expected = fmt::format("one of {}", fmt::join(allowed, ", "));
  const auto value = take_text(key, expected).value_or(allowed.front());
  if (std::ranges::find(allowed, value) == allowed.end()) reject(key, expected);
  return value;
}

std::optional<int> TomlTable::take_count(const std::string& key, int least) {
  const auto expected = fmt::format("a whole number, at least {}", least);
  const auto value = take<std::int64_t>(key, expected);
  if (!value) return std::nullopt;
  if (*value < least || !std::in_range<int>(*value)) reject(key, expected);
  return static_cast<int>(*value);
}

void TomlTable::expect_nothing_else() const {
  for (const auto& [key, node] : table_)
    if (!taken_.contains(std::string(key.str())))
      reject_line(
          file_, key.source().begin.line,
          fmt::format("unknown key '{}'; expected one of {}", key.str(), fmt::join(taken_, ", ")));
}

std::vector<const toml::table*> tables_of(const std::string& file, const toml::table& root,
                                          const std::string& name) {
  const auto* node = root.get(name);
  if (!node) return {};
  const auto* entries = node->as_array();
  if (!entries)
    reject_line(file, node->source().begin.line, fmt::format("expected entries [[{}]]", name));
  std::vector<const toml::table*> tables;
  for (const auto& entry : *entries) {
    if (!entry.is_table())
      reject_line(file, entry.source().begin.line, fmt::format("expected an entry [[{}]]", name));
    tables.push_back(entry.as_table());
  }
  return tables;
}

}  // namespace tutti
