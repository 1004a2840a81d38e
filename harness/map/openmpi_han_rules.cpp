#include "harness/map/openmpi_han_rules.hpp"

#include <fmt/core.h>

#include <iterator>
#include <utility>
#include <vector>

#include "harness/map/openmpi_rules.hpp"

namespace tutti::openmpi {
namespace {

constexpr auto han = "han", tuned = "tuned";

/// Which component serves messages from a number of bytes on.
struct From {
  std::int64_t bytes;
  std::string component;

  friend bool operator==(const From&, const From&) = default;
};
using BySize = std::vector<From>;

const BySize without_rules{{0, han}};

/// Returns the components for one communicator size. HAN counts the bytes of one block, as tutti does.
BySize by_size(const std::vector<MapRule>& rules) {
  BySize components;
  const auto from = [&](std::int64_t bytes, const char* component) {
    if (!components.empty() && components.back().bytes == bytes) components.pop_back();
    if (components.empty() || components.back().component != component)
      components.push_back({bytes, component});
  };
  from(0, han);
  for (const auto& rule : rules) {
    from(rule.domain.bytes.begin, tuned);
    if (rule.domain.bytes.end != unlimited) from(rule.domain.bytes.end, han);
  }
  return components;
}

/// Returns the components by communicator size. An entry holds up to the next one.
std::map<int, BySize> by_ranks(const RulesByRanks& rules) {
  std::map<int, BySize> components{{1, without_rules}};
  for (const auto& [ranks, of_ranks] : rules) {
    auto sizes = by_size(of_ranks);
    if (std::prev(components.end())->second != sizes) components[ranks] = std::move(sizes);
    if (!rules.contains(ranks + 1)) components[ranks + 1] = without_rules;
  }
  return components;
}

std::string block(Collective collective, const RulesByRanks& rules) {
  const auto components = by_ranks(rules);
  auto text = fmt::format(
      "{}\n1 # level of the topology\n2 # the whole communicator\n{} # communicator sizes\n",
      name(collective), components.size());
  for (const auto& [ranks, sizes] : components) {
    text += fmt::format("{} # ranks\n{} # message sizes\n", ranks, sizes.size());
    for (const auto& [bytes, component] : sizes) text += fmt::format("{} {}\n", bytes, component);
  }
  return text;
}

}  // namespace

std::string han_rules(const SelectionMap& map) {
  auto rules = rules_by_collective(map);
  if (rules.empty()) rules[Collective::barrier] = {};  // HAN takes a file without rules for damaged
  auto text = fmt::format("# tutti: measured on {}\n{} # collectives\n", map.machine, rules.size());
  for (const auto& [collective, of_collective] : rules) text += block(collective, of_collective);
  return text;
}

std::map<std::string, std::string> load_han_rules(const std::string& path) {
  return {{"OMPI_MCA_coll_han_use_dynamic_file_rules", "1"},
          {"OMPI_MCA_coll_han_dynamic_rules_filename", path}};
}

}  // namespace tutti::openmpi
