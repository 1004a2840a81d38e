#include "optimized/symbolic/proof_cases.hpp"

#include <array>
#include <numeric>

namespace tutti {
namespace {

/// Segment lengths in units; the counts include values around their multiples.
constexpr std::array<std::int64_t, 3> segments{1, 4, 7};
constexpr std::array radixes{2, 3, 5, 8};
constexpr std::array windows{1, 2, 5, 64};
/// Beyond this many messages or units, a case is run once, in one order.
constexpr std::int64_t heavy_traffic = 1 << 18;
/// On many ranks, at most one case of an algorithm may exceed either of these.
constexpr Cost heavy_case{.messages = 1 << 18, .units = 1 << 26};
/// A case with more messages is run by every second seed only.
constexpr std::int64_t messages_in_turn = 1 << 22;
/// A case with more units is never run, since memory would not hold it.
constexpr std::int64_t units_at_most = 1 << 28;

constexpr std::int64_t reduced_element_bytes = 8;

}  // namespace

ProofCases::ProofCases(const RegisteredAlgorithm& algorithm, int ranks, std::uint64_t seed)
    : algorithm_(algorithm), ranks_(ranks), seed_(seed) {
  std::size_t turn = seed + static_cast<std::size_t>(ranks);
  for (const int root : roots()) {
    const auto of_root = cases_of_root(root);
    if (ranks <= thorough_ranks ||
        (ranks <= every_root_ranks && !traits(algorithm.collective).rooted))
      cases_.insert(cases_.end(), of_root.begin(), of_root.end());
    else
      add_sample(of_root, turn);
  }
}

std::vector<SymbolicCase> ProofCases::cases_of_root(int root) const {
  std::vector<SymbolicCase> cases;
  for (const auto& size : sizes())
    for (const auto& parameters : this->parameters())
      for (const bool commutative : {true, false})
        if (commutative || traits(algorithm_.collective).reducing)
          for (const auto& torus : toruses())
            for (const auto& topology : topologies()) {
              auto& test = cases.emplace_back(make_case(root, size, parameters, commutative));
              test.shape.torus = torus;
              test.shape.topology = topology;
              draw_composition(test, cases.size());
            }
  return cases;
}

/// Returns whether this seed runs the long cases of this algorithm; each seed does so for about
/// half of the algorithms.
bool ProofCases::has_turn() const {
  const auto number = std::hash<std::string_view>{}(algorithm_.name) +
                      static_cast<std::size_t>(algorithm_.collective);
  return (number + seed_) % 2 == 0;
}

/// Returns whether a case on many ranks is to be added to the present cases.
bool ProofCases::fits(const SymbolicCase& test) const {
  if (!algorithm_.algorithm->applicable(test.shape)) return false;
  const Cost cost = algorithm_.algorithm->cost(test.shape, test.parameters);
  if (cost.units > units_at_most) return false;
  if (cost.messages > messages_in_turn && !has_turn()) return false;
  return cases_.empty() || (cost.messages <= heavy_case.messages && cost.units <= heavy_case.units);
}

/// Adds a few cases, continuing after the combination that the previous root used last. On many
/// ranks it adds only cases to which the algorithm applies, and a heavy case only as the first one.
void ProofCases::add_sample(const std::vector<SymbolicCase>& of_root, std::size_t& turn) {
  const bool many = ranks_ > every_root_ranks;
  const std::size_t wanted = many ? 2 : 3;
  for (std::size_t i = 0, added = 0; i < of_root.size() && added < wanted; ++i) {
    const auto& test = of_root[turn++ % of_root.size()];
    if (many && !fits(test)) continue;
    cases_.push_back(test);
    ++added;
  }
}

std::mt19937_64 ProofCases::random(std::uint64_t salt) const {
  return std::mt19937_64(seed_ * 1000003 + static_cast<std::uint64_t>(ranks_) * 101 + salt);
}

int ProofCases::random_rank(std::uint64_t salt) const {
  return static_cast<int>(random(salt)() % static_cast<std::uint64_t>(ranks_));
}

std::vector<int> ProofCases::roots() const {
  if (!traits(algorithm_.collective).rooted) return {0};
  if (ranks_ > every_root_ranks) return {random_rank(1), 0, 1, ranks_ - 1};
  std::vector<int> roots(static_cast<std::size_t>(ranks_));
  std::iota(roots.begin(), roots.end(), 0);
  return roots;
}

std::vector<std::int64_t> ProofCases::message_counts() const {
  const std::int64_t p = ranks_;
  if (ranks_ > every_root_ranks) return {p + 1, 1, segments.back() * 3 + 1};
  std::vector<std::int64_t> counts{0, 1, p - 1, p, p + 1, 2 * p + 3};
  if (algorithm_.algorithm->tunables.segment)
    for (const auto segment : segments)
      counts.insert(counts.end(), {segment + 1, 3 * segment, 3 * segment + 1});
  std::sort(counts.begin(), counts.end());
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  return counts;
}

std::vector<ProofCases::Size> ProofCases::sizes_per_rank() const {
  std::vector<Size> sizes;
  const auto add = [&](auto count_of) {
    auto counts = std::make_shared<std::vector<std::int64_t>>();
    for (int rank = 0; rank < ranks_; ++rank) counts->push_back(count_of(rank));
    sizes.push_back({0, std::move(counts)});
  };
  add([](int rank) { return rank % 3; });
  add([&](int rank) { return rank == ranks_ - 1 ? 2 * ranks_ + 1 : 0; });
  add([](int) { return 2; });
  add([&](int rank) { return (ranks_ - rank) % 4; });
  add([&](int rank) { return rank == ranks_ / 2 ? 5 : 1; });
  add([](int) { return 0; });
  return sizes;
}

std::vector<ProofCases::Size> ProofCases::sizes() const {
  const auto& collective = traits(algorithm_.collective);
  if (collective.sized_per_rank) return sizes_per_rank();
  if (collective.locally_sized) return {{1, {}}};
  std::vector<std::int64_t> counts{0, 1, 2, 5};
  if (collective.input.extent == Extent::nothing)
    counts = {0};
  else if (collective.input.extent == Extent::message)
    counts = message_counts();
  else if (ranks_ > every_root_ranks)
    counts = {1, 2};
  std::vector<Size> sizes;
  for (const auto count : counts) sizes.push_back({count, {}});
  return sizes;
}

std::vector<Parameters> ProofCases::parameters() const {
  const auto tunables = algorithm_.algorithm->tunables;
  const auto unit = traits(algorithm_.collective).reducing ? reduced_element_bytes : 1;
  std::vector<Parameters> all{{}};
  const auto vary = [&](bool tunable, const auto& values, auto assign) {
    if (!tunable) return;
    std::vector<Parameters> varied;
    for (const auto& parameters : all)
      for (const auto value : values) assign(varied.emplace_back(parameters), value);
    all = std::move(varied);
  };
  vary(tunables.segment, segments,
       [&](Parameters& to, std::int64_t value) { to.segment = value * unit; });
  vary(tunables.radix, radixes, [](Parameters& to, int value) { to.radix = value; });
  vary(tunables.window, windows, [](Parameters& to, int value) { to.window = value; });
  return all;
}

/// Returns the extents of grids to try: on few ranks every one, and one with a dimension of extent
/// 1; on many ranks from one line to one dimension per prime factor.
static std::vector<std::vector<int>> extents_to_try(int ranks) {
  std::vector<std::vector<int>> extents;
  if (ranks <= ProofCases::thorough_ranks) extents = all_extents(ranks);
  extents.push_back({ranks, 1});
  if (ranks > ProofCases::thorough_ranks) {
    for (const int dimensions : {2, 3, 5}) extents.push_back(even_extents(ranks, dimensions));
    extents.push_back(even_extents(ranks, 3));
    std::ranges::reverse(extents.back());
  }
  return extents;
}

std::vector<std::shared_ptr<const std::vector<int>>> ProofCases::toruses() const {
  if (!algorithm_.algorithm->tunables.torus) return {nullptr};
  std::vector<std::shared_ptr<const std::vector<int>>> toruses;
  for (auto& each : extents_to_try(ranks_))
    toruses.push_back(std::make_shared<const std::vector<int>>(std::move(each)));
  return toruses;
}

/// Draws the nodes of the ranks: not known, all ranks on one, each on its own, dealt out to three, or nodes of
/// 1, 2, 3 ... ranks.
static std::shared_ptr<const std::vector<int>> draw_nodes(int ranks, std::mt19937_64& random) {
  const auto nodes = std::make_shared<std::vector<int>>(static_cast<std::size_t>(ranks));
  switch (random() % 5) {
    case 0:
      return nullptr;
    case 1:
      break;
    case 2:
      std::iota(nodes->begin(), nodes->end(), 0);
      break;
    case 3:
      for (int rank = 0; rank < ranks; ++rank) (*nodes)[static_cast<std::size_t>(rank)] = rank % 3;
      break;
    default:
      for (int rank = 0, node = 0, end = 1; rank < ranks; ++rank) {
        if (rank == end) end += ++node + 1;
        (*nodes)[static_cast<std::size_t>(rank)] = node;
      }
  }
  return nodes;
}

/// Draws the name of an algorithm of the collective; null for the usual one.
static const RegisteredAlgorithm* draw_component(std::optional<Collective> collective,
                                                 std::mt19937_64& random) {
  std::vector<const RegisteredAlgorithm*> named{nullptr};
  for (const auto& row : algorithms())
    if (row.collective == collective && is_component(*row.algorithm)) named.push_back(&row);
  return named[random() % named.size()];
}

/// Draws the nodes and the components of a composed algorithm.
void ProofCases::draw_composition(SymbolicCase& test, std::uint64_t salt) const {
  const auto& tunables = algorithm_.algorithm->tunables;
  if (!tunables.between) return;
  auto random = this->random(salt);
  test.shape.nodes = draw_nodes(ranks_, random);
  test.parameters.within = draw_component(tunables.within, random);
  test.parameters.between = draw_component(tunables.between, random);
}

/// Returns a graph with loops and edges that exist several times. If there are enough ranks, the last
/// one has no neighbours, and the first one sends only.
Topology ProofCases::random_graph(std::uint64_t salt) const {
  constexpr int edges_per_rank = 3;
  auto random = this->random(salt);
  const int connected = ranks_ > 2 ? ranks_ - 1 : ranks_;
  const auto draw = [&](int first) {
    return first + static_cast<int>(random() % static_cast<std::uint64_t>(connected - first));
  };
  std::vector<std::pair<int, int>> edges;
  for (int i = 0; i < edges_per_rank * connected; ++i) {
    const int from = draw(0);
    edges.emplace_back(from, draw(connected > 1 ? 1 : 0));
    if (i % edges_per_rank == 0) edges.push_back(edges[edges.size() / 2]);
  }
  return Topology::graph(ranks_, edges);
}

/// Returns grids that wrap in all dimensions, in none, and in every second one, and graphs.
std::vector<std::shared_ptr<const Topology>> ProofCases::topologies() const {
  if (!traits(algorithm_.collective).neighbourhood) return {nullptr};
  std::vector<std::shared_ptr<const Topology>> topologies;
  const auto add = [&](Topology topology) {
    topologies.push_back(std::make_shared<const Topology>(std::move(topology)));
  };
  for (const auto& extents : extents_to_try(ranks_)) {
    std::vector<int> all(extents.size(), 1), none(extents.size(), 0), some = none;
    for (std::size_t dimension = 0; dimension < some.size(); dimension += 2) some[dimension] = 1;
    for (const auto& periodic : {all, none, some}) add(Topology::grid(extents, periodic));
  }
  for (const std::uint64_t salt : {2, 3}) add(random_graph(salt));
  return topologies;
}

SymbolicCase ProofCases::make_case(int root, const Size& size, const Parameters& parameters,
                                   bool commutative) const {
  const auto& collective = traits(algorithm_.collective);
  Shape shape{.collective = algorithm_.collective, .ranks = ranks_, .root = root};
  shape.count = size.count;
  shape.counts = size.counts;
  shape.unit_bytes = collective.reducing ? reduced_element_bytes : collective.locally_sized ? 0 : 1;
  shape.op.commutative = commutative;
  return {&algorithm_, std::move(shape), parameters};
}

std::vector<Interleaving> ProofCases::interleavings(std::size_t case_index,
                                                    const Trial& trial) const {
  using Pick = Interleaving::Pick;
  std::vector<Interleaving> all{{.pick = Pick::one_port}};
  const auto& schedules = trial.schedules();
  if (std::max(schedules.messages(), schedules.units()) > heavy_traffic) return all;
  const auto seed = seed_ + case_index;
  std::vector<Interleaving> others{
      {.pick = Pick::random, .buffered = true, .seed = seed},
      {.pick = Pick::newest, .buffered = false, .seed = seed},
      {.pick = Pick::newest, .buffered = true, .seed = seed},
      {.pick = Pick::random, .buffered = false, .seed = seed},
      {.pick = Pick::oldest, .buffered = true, .seed = seed},
      {.pick = Pick::oldest, .buffered = false, .seed = seed},
  };
  for (const int late : {0, trial.shape().root, ranks_ - 1, random_rank(case_index)})
    for (const bool buffered : {true, false})
      others.push_back({.pick = Pick::random, .buffered = buffered, .late = late, .seed = seed});
  if (algorithm_.algorithm->may_wait && ranks_ <= thorough_ranks)
    for (int late = 1; late < ranks_ - 1; ++late)
      others.push_back({.pick = Pick::newest, .buffered = true, .late = late, .seed = seed});
  if (schedules.votes())
    for (std::size_t i = 0; i < others.size(); ++i) others[i].refusals = seed + i;
  if (algorithm_.collective == Collective::barrier && ranks_ <= every_root_ranks)
    for (int late = 1; late < ranks_ - 1; ++late)
      others.push_back({.pick = Pick::oldest, .buffered = true, .late = late, .seed = seed});
  if (ranks_ <= thorough_ranks || algorithm_.collective == Collective::barrier) {
    all.insert(all.end(), others.begin(), others.end());
    return all;
  }
  constexpr std::size_t in_turn = 2;
  for (std::size_t i = 0; i < in_turn; ++i)
    all.push_back(others[(case_index * in_turn + i) % others.size()]);
  return all;
}

}  // namespace tutti
