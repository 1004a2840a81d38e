#include "harness/subject/constraints.hpp"

#include <algorithm>
#include <bit>

namespace tutti {
namespace {

constexpr int most_ranks = 33;
constexpr std::int64_t ample_count = 1 << 20;

Shape shape_with(Collective collective, int ranks, std::int64_t count, OpTraits op = {}) {
  Shape shape = uniform_shape(collective, ranks, count);
  shape.op = op;
  return shape;
}

Shape shape_on_ring_graph(Collective collective, int ranks) {
  Shape shape = uniform_shape(collective, ranks, ample_count);
  std::vector<std::pair<int, int>> edges;
  for (int rank = 0; rank < ranks; ++rank) edges.emplace_back(rank, (rank + 1) % ranks);
  shape.topology = std::make_shared<const Topology>(Topology::graph(ranks, edges));
  return shape;
}

bool is_power_of_two(int ranks) { return std::has_single_bit(static_cast<unsigned>(ranks)); }
bool is_even(int ranks) { return ranks % 2 == 0; }

/// Describes what the numbers of ranks have in common; empty if all from 2 to most_ranks are there.
std::string limit_on_ranks(const std::vector<int>& ranks) {
  if (ranks.empty()) return "does not apply here";
  if (ranks.size() == most_ranks - 1) return "";
  if (ranks == std::vector{2}) return "2 ranks";
  if (std::ranges::all_of(ranks, is_power_of_two)) return "a power of two ranks";
  if (std::ranges::all_of(ranks, is_even)) return "an even number of ranks";
  return "not every number of ranks";
}

}  // namespace

std::vector<std::string> constraints_of(Collective collective,
                                        const std::function<bool(const Shape&)>& applicable) {
  std::vector<std::string> found;
  std::vector<int> served;
  for (int ranks = 2; ranks <= most_ranks; ++ranks)
    if (applicable(shape_with(collective, ranks, ample_count))) served.push_back(ranks);
  if (const auto limit = limit_on_ranks(served); !limit.empty()) found.push_back(limit);
  if (served.empty()) return found;

  const int ranks = served.back();
  if (!applicable(shape_with(collective, ranks, 1))) found.push_back("not every count");
  if (traits(collective).neighbourhood && !applicable(shape_on_ring_graph(collective, ranks)))
    found.push_back("Cartesian communicators");
  if (!traits(collective).reducing) return found;
  const auto serves = [&](OpTraits op) {
    return applicable(shape_with(collective, ranks, ample_count, op));
  };
  if (!serves({.commutative = false, .builtin = false}))
    found.push_back(serves({.commutative = true, .builtin = false}) ? "commutative operations"
                                                                    : "built-in operations");
  return found;
}

}  // namespace tutti
