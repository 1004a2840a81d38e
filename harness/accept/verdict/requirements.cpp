#include "harness/accept/verdict/requirements.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/platform/toml_table.hpp"

namespace tutti {
namespace {

std::optional<std::int64_t> take_bytes(TomlTable& table) {
  const std::string expected = "bytes such as 8, \"64K\" or \"1M\"";
  if (table.holds_number("bytes")) return table.take_count("bytes", 0);
  const auto text = table.take_text("bytes", expected);
  if (!text) return std::nullopt;
  const auto bytes = parsed_bytes(*text);
  if (!bytes) table.reject("bytes", expected);
  return bytes;
}

double take_probability(TomlTable& table, const std::string& key, double otherwise) {
  const std::string expected = "a probability above 0 and at most 0.5, such as 0.01";
  const double value = table.take<double>(key, expected).value_or(otherwise);
  if (!(value > 0 && value <= 0.5)) table.reject(key, expected);
  return value;
}

/// Times are to be short and bandwidths to be high: whoever writes it the other way round means
/// something else.
void check_direction(const TomlTable& table, const std::string& key, const Limit& limit) {
  if (key == "at_most" && limit.figure_unit == "GB/s") table.reject(key, "a time or a ratio");
  if (key == "at_least" && limit.figure_unit == "us") table.reject(key, "a bandwidth or a ratio");
}

Limit take_limit(TomlTable& table, const std::string& key, int hosts) {
  const std::string expected(known_limits());
  const auto limit = parsed_limit(*table.take_text(key, expected));
  if (!limit) table.reject(key, expected);
  if (limit->reference == Reference::median && limit->hosts != hosts)
    table.reject(key, fmt::format("each = \"{}\" beside it", limit->hosts == 1 ? "node" : "pair"));
  check_direction(table, key, *limit);
  return *limit;
}

FigureRequirement take_figure_requirement(TomlTable& table) {
  const std::vector<std::string> places{"machine", "node", "pair"};
  FigureRequirement wanted{.measure = *table.take_text("measure")};
  const auto each = table.take_one_of("each", places);
  wanted.hosts = static_cast<int>(std::ranges::find(places, each) - places.begin());
  wanted.bytes = take_bytes(table);
  wanted.ranks = table.take_count("ranks", 1);
  wanted.ranks_per_node = table.take_count("ranks_per_node", 1);
  wanted.load = table.take_one_of("load", {"idle", "congested"});
  if (table.has("at_most") == table.has("at_least"))
    table.reject("expected either 'at_most' or 'at_least'");
  wanted.at_most = table.has("at_most");
  wanted.limit = take_limit(table, wanted.at_most ? "at_most" : "at_least", wanted.hosts);
  if (wanted.limit.reference == Reference::idle && wanted.load == "idle")
    table.reject("load", "congested where the limit is '% of idle'");
  return wanted;
}

std::string text_of(const FigureRequirement& wanted) {
  std::string text = wanted.measure;
  if (wanted.bytes) text += fmt::format(" bytes={}", *wanted.bytes);
  if (wanted.ranks) text += fmt::format(" ranks={}", *wanted.ranks);
  if (wanted.ranks_per_node) text += fmt::format(" ranks_per_node={}", *wanted.ranks_per_node);
  if (wanted.load != "idle") text += " " + wanted.load;
  if (wanted.hosts) text += wanted.hosts == 1 ? " each node" : " each pair";
  const auto& [number, unit, reference, scale, figure_unit, hosts] = wanted.limit;
  return text + fmt::format(" at {} {} {}", wanted.at_most ? "most" : "least", number, unit);
}

/// Takes what an entry demands, and the text for it.
Requirement take_demand(TomlTable& table) {
  if (table.has("measure")) {
    const auto wanted = take_figure_requirement(table);
    return {.name = text_of(wanted), .demand = wanted};
  }
  if (const auto fact = table.take_text("same"))
    return {.name = "same " + (*fact == "*" ? "facts" : *fact),
            .demand = SameFactRequirement{*fact}};
  if (const auto most = table.take_count("slow", 0))
    return {.name = fmt::format("slow places at most {}", *most),
            .demand = SlowPlacesRequirement{*most}};
  if (!table.take<bool>("correct", "true").value_or(false))
    table.reject("expected one of 'measure', 'same', 'slow' or 'correct = true'");
  return {.name = "correct", .demand = CorrectRequirement{}};
}

Requirement requirement_of(TomlTable table) {
  auto requirement = take_demand(table);
  requirement.name = table.take_text("name").value_or(requirement.name);
  requirement.line = static_cast<int>(table.line());
  table.expect_nothing_else();
  return requirement;
}

std::vector<Requirement> requirements_of(const std::string& file, const toml::table& root) {
  std::vector<Requirement> list;
  for (const auto* entry : tables_of(file, root, "require"))
    list.push_back(requirement_of(TomlTable(file, *entry)));
  if (list.empty()) reject_line(file, 1, "expected at least one entry [[require]]");
  return list;
}

}  // namespace

bool FigureRequirement::matches(const Measurand& measurand) const {
  const bool unit_fits = limit.figure_unit.empty() ? measurand.unit != (at_most ? "GB/s" : "us")
                                                   : measurand.unit == limit.figure_unit;
  return unit_fits && measurand.measure == measure && measurand.load == load &&
         measurand.hosts.size() == static_cast<std::size_t>(hosts) &&
         bytes.value_or(measurand.bytes) == measurand.bytes &&
         ranks.value_or(measurand.ranks) == measurand.ranks &&
         ranks_per_node.value_or(measurand.ranks_per_node) == measurand.ranks_per_node;
}

void Requirements::reject(const Requirement& requirement, const std::string& expected) const {
  reject_line(file, static_cast<unsigned>(requirement.line), expected);
}

Requirements read_requirements(const std::string& path) {
  const auto root = read_toml(path, "requirements");
  TomlTable table(path, root);
  Requirements requirements{.file = path};
  requirements.false_alarms = take_probability(table, "false_alarms", 0.01);
  requirements.false_passes = take_probability(table, "false_passes", requirements.false_alarms);
  requirements.shared_spread = table.take_one_of("spread", {"own", "shared"}) == "shared";
  table.leave("require");
  table.expect_nothing_else();
  requirements.list = requirements_of(path, root);
  return requirements;
}

}  // namespace tutti
