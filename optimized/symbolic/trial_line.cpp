#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <utility>

#include "contract/error.hpp"
#include "optimized/symbolic/trial.hpp"

namespace tutti {
namespace {

constexpr std::string_view heading = "tutti-symbolic 1";
constexpr std::array<std::string_view, 4> pick_names{"one_port", "oldest", "newest", "random"};

/// The fields of a line by name. Reading a field removes it.
class Fields {
 public:
  explicit Fields(std::string_view line) {
    line = line.substr(0, line.find(" | "));
    if (!line.starts_with(heading))
      throw UsageError(
          fmt::format("symbolic case: expected a line that begins with '{}'", heading));
    line.remove_prefix(heading.size());
    while (!line.empty()) {
      line.remove_prefix(std::min(line.find_first_not_of(" \t\r\n"), line.size()));
      const auto word = line.substr(0, line.find_first_of(" \t\r\n"));
      line.remove_prefix(word.size());
      if (!word.empty()) add(word);
    }
  }

  std::string_view text(std::string_view field) {
    const auto found = values_.find(field);
    if (found == values_.end())
      throw UsageError(fmt::format("symbolic case: the field '{}' is missing", field));
    const auto value = found->second;
    values_.erase(found);
    return value;
  }

  bool has(std::string_view field) const { return values_.contains(field); }

  std::int64_t number(std::string_view field, std::int64_t least, std::int64_t most) {
    return number_in(field, text(field), least, most);
  }

  std::vector<std::int64_t> numbers(std::string_view field) {
    std::vector<std::int64_t> numbers;
    for (auto rest = text(field); !rest.empty();) {
      const auto word = rest.substr(0, rest.find(','));
      numbers.push_back(number_in(field, word, 0, 1 << 30));
      rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    }
    return numbers;
  }

  void expect_no_more() const {
    if (!values_.empty())
      throw UsageError(fmt::format("symbolic case: unknown field '{}'", values_.begin()->first));
  }

 private:
  void add(std::string_view word) {
    const auto equals = word.find('=');
    if (equals == word.npos)
      throw UsageError(fmt::format("symbolic case: expected field=value, got '{}'", word));
    if (!values_.emplace(word.substr(0, equals), word.substr(equals + 1)).second)
      throw UsageError(
          fmt::format("symbolic case: the field '{}' stands twice", word.substr(0, equals)));
  }

  static std::int64_t number_in(std::string_view field, std::string_view text, std::int64_t least,
                                std::int64_t most) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number < least || number > most)
      throw UsageError(fmt::format("symbolic case: {}={}: expected a number from {} to {}", field,
                                   text, least, most));
    return number;
  }

  std::map<std::string_view, std::string_view> values_;
};

const RegisteredAlgorithm& find(std::string_view protocol,
                                std::span<const RegisteredAlgorithm> known) {
  for (const auto& row : known)
    if (protocol == fmt::format("{}/{}", name(row.collective), row.name)) return row;
  throw UsageError(fmt::format(
      "symbolic case: protocol={}: expected collective/algorithm as `tutti list` shows it",
      protocol));
}

Interleaving::Pick pick_named(std::string_view text) {
  for (std::size_t i = 0; i < pick_names.size(); ++i)
    if (pick_names[i] == text) return static_cast<Interleaving::Pick>(i);
  throw UsageError(
      fmt::format("symbolic case: pick={}: expected one of {}", text, fmt::join(pick_names, ", ")));
}

std::vector<int> parse_ints(Fields& fields, std::string_view field) {
  const auto numbers = fields.numbers(field);
  return {numbers.begin(), numbers.end()};
}

std::vector<int> parse_extents(Fields& fields, std::string_view field, int ranks) {
  auto extents = parse_ints(fields, field);
  std::int64_t product = 1;
  for (const int extent : extents) product *= extent;
  if (product != ranks)
    throw UsageError(fmt::format("symbolic case: {}={}: expected extents whose product is {}",
                                 field, fmt::join(extents, ","), ranks));
  return extents;
}

std::vector<int> parse_nodes(Fields& fields, int ranks) {
  auto nodes = parse_ints(fields, "nodes");
  int known = 0;
  bool numbered = std::ssize(nodes) == ranks;
  for (const int node : nodes) {
    numbered = numbered && node <= known;
    known = std::max(known, node + 1);
  }
  if (!numbered)
    throw UsageError(fmt::format(
        "symbolic case: nodes={}: expected the node of each of {} ranks, numbered as they come",
        fmt::join(nodes, ","), ranks));
  return nodes;
}

/// Returns the algorithm of a field of that name; null, if there is none.
const RegisteredAlgorithm* parse_component(Fields& fields, std::string_view field,
                                           std::optional<Collective> collective) {
  if (!fields.has(field)) return nullptr;
  const auto text = fields.text(field);
  const auto* found = collective ? find_algorithm(*collective, text) : nullptr;
  if (!found || !is_component(*found->algorithm))
    throw UsageError(
        fmt::format("symbolic case: {}={}: expected the name of an algorithm that can be a part of "
                    "this one",
                    field, text));
  return found;
}

Topology parse_grid(Fields& fields, int ranks) {
  const auto extents = parse_extents(fields, "grid", ranks);
  const auto periodic = parse_ints(fields, "periodic");
  const bool outside = std::ranges::any_of(periodic, [](int value) { return value > 1; });
  if (outside || periodic.size() != extents.size())
    throw UsageError(
        fmt::format("symbolic case: periodic={}: expected 0 or 1 for each of {} extents",
                    fmt::join(periodic, ","), extents.size()));
  return Topology::grid(extents, periodic);
}

Topology parse_graph(Fields& fields, int ranks) {
  const auto ends = parse_ints(fields, "graph");
  const bool outside = std::ranges::any_of(ends, [&](int rank) { return rank >= ranks; });
  if (outside || ends.size() % 2 != 0)
    throw UsageError(
        fmt::format("symbolic case: graph={}: expected pairs of ranks below {}, from and to",
                    fmt::join(ends, ","), ranks));
  std::vector<std::pair<int, int>> edges;
  for (std::size_t i = 0; i < ends.size(); i += 2) edges.emplace_back(ends[i], ends[i + 1]);
  return Topology::graph(ranks, edges);
}

/// Returns the edges of a graph in an order from which each rank gets its neighbours in their order.
std::vector<std::pair<int, int>> edges_in_order(const Topology& topology, int ranks) {
  std::vector<Neighbours> all;
  for (int rank = 0; rank < ranks; ++rank) all.push_back(topology.neighbours_of(rank));
  std::vector<std::size_t> sent(all.size()), received(all.size());
  std::vector<std::pair<int, int>> edges;
  for (bool any = true; std::exchange(any, false);)
    for (int from = 0; from < ranks; ++from) {
      const auto sender = static_cast<std::size_t>(from);
      while (sent[sender] < all[sender].destinations.size()) {
        const int to = all[sender].destinations[sent[sender]];
        const auto receiver = static_cast<std::size_t>(to);
        if (all[receiver].sources[received[receiver]] != from) break;
        ++sent[sender], ++received[receiver];
        edges.emplace_back(from, to);
        any = true;
      }
    }
  return edges;
}

std::string print(const Topology& topology, int ranks) {
  if (topology.is_grid()) {
    const auto& extents = topology.extents();
    std::vector<int> periodic;
    for (int dimension = 0; dimension < std::ssize(extents); ++dimension)
      periodic.push_back(topology.is_periodic(dimension));
    return fmt::format(" grid={} periodic={}", fmt::join(extents, ","), fmt::join(periodic, ","));
  }
  std::vector<int> ends;
  for (const auto& [from, to] : edges_in_order(topology, ranks))
    ends.insert(ends.end(), {from, to});
  return fmt::format(" graph={}", fmt::join(ends, ","));
}

Shape parse_shape(Fields& fields, Collective collective) {
  constexpr std::int64_t most = 1 << 30;
  Shape shape{.collective = collective};
  shape.ranks = static_cast<int>(fields.number("ranks", 1, 1 << 16));
  shape.root = static_cast<int>(fields.number("root", 0, shape.ranks - 1));
  shape.count = fields.number("count", 0, most);
  shape.unit_bytes = fields.number("unit", 0, most);
  shape.op.commutative = fields.number("commutative", 0, 1) == 1;
  if (fields.has("torus"))
    shape.torus =
        std::make_shared<const std::vector<int>>(parse_extents(fields, "torus", shape.ranks));
  if (fields.has("nodes"))
    shape.nodes = std::make_shared<const std::vector<int>>(parse_nodes(fields, shape.ranks));
  if (traits(collective).neighbourhood)
    shape.topology = std::make_shared<const Topology>(
        fields.has("graph") ? parse_graph(fields, shape.ranks) : parse_grid(fields, shape.ranks));
  if (!traits(collective).sized_per_rank) return shape;
  shape.counts = std::make_shared<std::vector<std::int64_t>>(fields.numbers("counts"));
  if (shape.counts->size() != static_cast<std::size_t>(shape.ranks))
    throw UsageError(fmt::format("symbolic case: counts: expected {} numbers, got {}", shape.ranks,
                                 shape.counts->size()));
  return shape;
}

}  // namespace

std::string print(const SymbolicCase& test, const Interleaving& interleaving) {
  const auto& [algorithm, shape, parameters] = test;
  auto line = fmt::format("{} protocol={}/{} ranks={} root={} count={} unit={} commutative={:d}",
                          heading, name(algorithm->collective), algorithm->name, shape.ranks,
                          shape.root, shape.count, shape.unit_bytes, shape.op.commutative);
  if (shape.counts) line += fmt::format(" counts={}", fmt::join(*shape.counts, ","));
  if (shape.torus) line += fmt::format(" torus={}", fmt::join(*shape.torus, ","));
  if (shape.nodes) line += fmt::format(" nodes={}", fmt::join(*shape.nodes, ","));
  if (shape.topology) line += print(*shape.topology, shape.ranks);
  line += fmt::format(" segment={} radix={} window={}", parameters.segment, parameters.radix,
                      parameters.window);
  if (parameters.within) line += fmt::format(" within={}", parameters.within->name);
  if (parameters.between) line += fmt::format(" between={}", parameters.between->name);
  line += fmt::format(" pick={} buffered={:d} late={} seed={}",
                      pick_names[static_cast<std::size_t>(interleaving.pick)],
                      interleaving.buffered, interleaving.late, interleaving.seed);
  if (interleaving.refusals > 0) line += fmt::format(" refusals={}", interleaving.refusals);
  return line;
}

SymbolicTrial parse_trial(std::string_view line, std::span<const RegisteredAlgorithm> known) {
  Fields fields(line);
  const auto& algorithm = find(fields.text("protocol"), known);
  SymbolicTrial trial{{&algorithm, parse_shape(fields, algorithm.collective), {}}, {}};
  constexpr std::int64_t most = 1 << 30;
  trial.test.parameters.segment = fields.number("segment", 1, most);
  trial.test.parameters.radix = static_cast<int>(fields.number("radix", 2, most));
  trial.test.parameters.window = static_cast<int>(fields.number("window", 1, most));
  const auto& tunables = algorithm.algorithm->tunables;
  trial.test.parameters.within = parse_component(fields, "within", tunables.within);
  trial.test.parameters.between = parse_component(fields, "between", tunables.between);
  trial.interleaving.pick = pick_named(fields.text("pick"));
  trial.interleaving.buffered = fields.number("buffered", 0, 1) == 1;
  trial.interleaving.late = static_cast<int>(fields.number("late", -1, trial.test.shape.ranks - 1));
  trial.interleaving.seed = static_cast<std::uint64_t>(
      fields.number("seed", 0, std::numeric_limits<std::int64_t>::max()));
  if (fields.has("refusals"))
    trial.interleaving.refusals = static_cast<std::uint64_t>(
        fields.number("refusals", 0, std::numeric_limits<std::int64_t>::max()));
  fields.expect_no_more();
  return trial;
}

}  // namespace tutti
