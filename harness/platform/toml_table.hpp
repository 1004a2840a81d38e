#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/platform/toml.hpp"

namespace tutti {

/// Throws UsageError that names the line of the file.
[[noreturn]] void reject_line(const std::string& file, unsigned line, const std::string& expected);

/// Returns the table that a TOML file holds. Throws UsageError, which names the line of a mistake;
/// `contents` says what the file was expected to hold.
toml::table read_toml(const std::string& path, const std::string& contents);

/// A table of a TOML file that people write. Its keys are taken one by one, so that those that are
/// left are unknown. All functions throw UsageError that names file, line and what was expected.
class TomlTable {
 public:
  /// Both must outlive this object.
  TomlTable(const std::string& file, const toml::table& table) : file_(file), table_(table) {}

  unsigned line() const { return table_.source().begin.line; }
  bool has(const std::string& key) const { return table_.contains(key); }

  [[noreturn]] void reject(const std::string& expected) const;
  [[noreturn]] void reject(const std::string& key, const std::string& expected) const;

  bool holds_number(const std::string& key) const;
  /// Counts the key as known; its value is read elsewhere.
  void leave(const std::string& key) { taken_.insert(key); }

  template <class Value>
  std::optional<Value> take(const std::string& key, const std::string& expected) {
    taken_.insert(key);
    const auto* node = table_.get(key);
    if (!node) return std::nullopt;
    const auto value = node->value_exact<Value>();
    if (!value) reject(key, expected);
    return value;
  }

  std::optional<std::string> take_text(const std::string& key,
                                       const std::string& expected = "text") {
    return take<std::string>(key, expected);
  }
  /// Takes a text that must be there, and not be empty.
  std::string take_required_text(const std::string& key, const std::string& expected);
  /// Takes one of the texts; the first one if the key is not there.
  std::string take_one_of(const std::string& key, const std::vector<std::string>& allowed);
  std::optional<int> take_count(const std::string& key, int least);

  void expect_nothing_else() const;

 private:
  const std::string& file_;
  const toml::table& table_;
  std::set<std::string> taken_ = {};
};

/// Returns the tables of an array such as [[require]]; none if there is no such array. Throws
/// UsageError if it is something else.
std::vector<const toml::table*> tables_of(const std::string& file, const toml::table& root,
                                          const std::string& name);

}  // namespace tutti
