#include "harness/accept/verdict/requirements.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <set>
#include <utility>

#include "contract/error.hpp"

namespace tutti {
namespace {

[[noreturn]] void reject(const std::string& file, unsigned line, const std::string& expected) {
  throw UsageError(fmt::format("{}:{}: {}", file, line, expected));
}

/// A table of the file. Takes its keys one by one, so that those that are left are unknown.
class Table {
 public:
  Table(const std::string& file, const toml::table& table) : file_(file), table_(table) {}

  unsigned line() const { return table_.source().begin.line; }
  bool has(const std::string& key) const { return table_.contains(key); }

  [[noreturn]] void reject(const std::string& expected) const {
    tutti::reject(file_, line(), expected);
  }
  [[noreturn]] void reject(const std::string& key, const std::string& expected) const {
    const auto* node = table_.get(key);
    tutti::reject(file_, node ? node->source().begin.line : line(),
                  fmt::format("expected {} for '{}'", expected, key));
  }

  bool holds_number(const std::string& key) const {
    const auto* node = table_.get(key);
    return node && node->is_integer();
  }
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

  std::string take_one_of(const std::string& key, const std::vector<std::string>& allowed) {
    const auto expected = fmt::format("one of {}", fmt::join(allowed, ", "));
    const auto value = take_text(key, expected).value_or(allowed.front());
    if (std::ranges::find(allowed, value) == allowed.end()) reject(key, expected);
    return value;
  }

  std::optional<int> take_count(const std::string& key, int least) {
    const auto expected = fmt::format("a whole number, at least {}", least);
    const auto value = take<std::int64_t>(key, expected);
    if (!value) return std::nullopt;
    if (*value < least || !std::in_range<int>(*value)) reject(key, expected);
    return static_cast<int>(*value);
  }

  void expect_nothing_else() const {
    for (const auto& [key, node] : table_)
      if (!taken_.contains(std::string(key.str())))
        tutti::reject(file_, key.source().begin.line,
                      fmt::format("unknown key '{}'; expected one of {}", key.str(),
                                  fmt::join(taken_, ", ")));
  }

 private:
  const std::string& file_;
  const toml::table& table_;
  std::set<std::string> taken_ = {};
};

std::optional<std::int64_t> take_bytes(Table& table) {
  const std::string expected = "bytes such as 8, \"64K\" or \"1M\"";
  if (table.holds_number("bytes")) return table.take_count("bytes", 0);
  const auto text = table.take_text("bytes", expected);
  if (!text) return std::nullopt;
  const auto bytes = parsed_bytes(*text);
  if (!bytes) table.reject("bytes", expected);
  return bytes;
}

double take_probability(Table& table, const std::string& key, double otherwise) {
  const std::string expected = "a probability above 0 and at most 0.5, such as 0.01";
  const double value = table.take<double>(key, expected).value_or(otherwise);
  if (!(value > 0 && value <= 0.5)) table.reject(key, expected);
  return value;
}

/// Times are to be short and bandwidths to be high: whoever writes it the other way round means
/// something else.
void check_direction(const Table& table, const std::string& key, const Limit& limit) {
  if (key == "at_most" && limit.figure_unit == "GB/s") table.reject(key, "a time or a ratio");
  if (key == "at_least" && limit.figure_unit == "us") table.reject(key, "a bandwidth or a ratio");
}

Limit take_limit(Table& table, const std::string& key, int hosts) {
  const std::string expected(known_limits());
  const auto limit = parsed_limit(*table.take_text(key, expected));
  if (!limit) table.reject(key, expected);
  if (limit->reference == Reference::median && limit->hosts != hosts)
    table.reject(key, fmt::format("each = \"{}\" beside it", limit->hosts == 1 ? "node" : "pair"));
  check_direction(table, key, *limit);
  return *limit;
}

FigureRequirement take_figure_requirement(Table& table) {
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
Requirement take_demand(Table& table) {
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

Requirement requirement_of(Table table) {
  auto requirement = take_demand(table);
  requirement.name = table.take_text("name").value_or(requirement.name);
  requirement.line = static_cast<int>(table.line());
  table.expect_nothing_else();
  return requirement;
}

std::vector<Requirement> requirements_of(const std::string& file, const toml::table& root) {
  const auto* entries = root.get_as<toml::array>("require");
  if (!entries || entries->empty()) reject(file, 1, "expected at least one entry [[require]]");
  std::vector<Requirement> list;
  for (const auto& entry : *entries) {
    if (!entry.is_table()) reject(file, entry.source().begin.line, "expected an entry [[require]]");
    list.push_back(requirement_of(Table(file, *entry.as_table())));
  }
  return list;
}

toml::table parsed(const std::string& path) {
  try {
    return toml::parse_file(path);
  } catch (const toml::parse_error& error) {
    if (error.source().begin.line == 0)
      throw UsageError(path + ": cannot be read; expected a file of requirements");
    reject(path, error.source().begin.line, std::string(error.description()));
  }
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
  tutti::reject(file, static_cast<unsigned>(requirement.line), expected);
}

Requirements read_requirements(const std::string& path) {
  const auto root = parsed(path);
  Table table(path, root);
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
