#include "harness/accept/switch_topology.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

#include "contract/error.hpp"

namespace tutti {
namespace {

constexpr std::size_t hosts_max = 100'000;  ///< in a list
constexpr std::size_t digits_max = 9;

[[noreturn]] void reject_hosts(const std::string& text) {
  throw UsageError("expected hosts such as n[1-4,7],m2, found '" + text + "'");
}

/// Splits at commas that are not within brackets.
std::vector<std::string> entries_of(const std::string& text) {
  std::vector<std::string> entries(1);
  int depth = 0;
  for (const char c : text) {
    depth += (c == '[') - (c == ']');
    if (c == ',' && depth == 0)
      entries.emplace_back();
    else
      entries.back() += c;
  }
  return entries;
}

int number_in(const std::string& digits, const std::string& text) {
  int number = -1;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (digits.size() > digits_max || error != std::errc() || end != digits.data() + digits.size() ||
      number < 0)
    reject_hosts(text);
  return number;
}

/// An entry of a list of hosts: `n[1-4,07].rack`. Without brackets, all of it is the prefix.
struct HostEntry {
  std::string prefix = {};
  std::optional<std::string> ranges = {};
  std::string suffix = {};
};

HostEntry entry_of(const std::string& entry, const std::string& text) {
  const auto open = std::ranges::count(entry, '['), close = std::ranges::count(entry, ']');
  const auto begin = entry.find('['), end = entry.find(']');
  if (entry.empty() || open > 1 || open != close || end < begin) reject_hosts(text);
  if (open == 0) return {.prefix = entry};
  return {entry.substr(0, begin), entry.substr(begin + 1, end - begin - 1), entry.substr(end + 1)};
}

/// Returns the value of `key=` in a line, up to the next space; empty if it is not there.
std::string value_of(const std::string& key, const std::string& line) {
  std::istringstream words(line);
  for (std::string word; words >> word;)
    if (word.starts_with(key + "=")) return word.substr(key.size() + 1);
  return {};
}

}  // namespace

std::vector<std::string> expanded_host_list(const std::string& text) {
  std::vector<std::string> hosts;
  const auto add = [&](std::string host) {
    if (hosts.size() == hosts_max)
      throw UsageError(
          fmt::format("expected at most {} hosts, found more in '{}'", hosts_max, text));
    hosts.push_back(std::move(host));
  };
  for (const auto& entry : entries_of(text)) {
    const auto [prefix, ranges, suffix] = entry_of(entry, text);
    if (!ranges) {
      add(prefix);
      continue;
    }
    for (const auto& range : entries_of(*ranges)) {
      const auto dash = range.find('-');
      const auto first_digits = range.substr(0, dash);
      const int first = number_in(first_digits, text);
      const int last = dash == std::string::npos ? first : number_in(range.substr(dash + 1), text);
      if (last < first)
        throw UsageError("expected a range from the smaller to the larger number in '" + text +
                         "'");
      for (int number = first; number <= last; ++number)
        add(fmt::format("{}{:0{}}{}", prefix, number, first_digits.size(), suffix));
    }
  }
  return hosts;
}

SwitchTopology read_switch_topology(const std::string& path,
                                    const std::vector<std::string>& nodes) {
  std::ifstream file(path);
  if (!file) throw UsageError(path + ": cannot be read; expected a file as Slurm's topology.conf");
  SwitchTopology topology;
  std::map<std::string, int> group_of;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    line = line.substr(0, line.find('#'));
    const auto name = value_of("SwitchName", line), hosts = value_of("Nodes", line);
    if (hosts.empty()) continue;
    try {
      if (name.empty()) throw UsageError("expected SwitchName= before Nodes=");
      for (const auto& host : expanded_host_list(hosts))
        if (!group_of.emplace(host, static_cast<int>(topology.names.size())).second)
          throw UsageError("expected each node at one switch, found " + host + " again");
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}:{}: {}", path, number, error.what()));
    }
    topology.names.push_back(name);
  }
  for (const auto& node : nodes) {
    const auto found = group_of.find(node);
    if (found == group_of.end())
      throw UsageError(fmt::format("{}: expected a switch with node {}, found none", path, node));
    topology.groups.push_back(found->second);
  }
  return topology;
}

}  // namespace tutti
