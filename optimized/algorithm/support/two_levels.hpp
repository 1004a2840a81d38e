#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "optimized/algorithm/support/segments.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// Algorithms composed in two levels: one within each node, one between nodes. Between nodes either one leader of each
/// takes part, which is the root if it is there, else the first rank; or ranks at the same position of each node do,
/// which form a lane. Both levels are algorithms of their own, built for a part of the ranks and of the memory.
class TwoLevels {
 public:
  /// The names of the algorithms that are used where the parameters name none, or one that cannot serve the
  /// part. They must serve every part.
  struct Usual {
    std::string_view within, between;
  };

  TwoLevels(const Shape& shape, const Parameters& parameters, Usual usual)
      : shape_(shape), parameters_(parameters), usual_(usual), node_of_(nodes_of(shape)) {
    nodes_.resize(static_cast<std::size_t>(std::ranges::max(node_of_)) + 1);
    for (int rank = 0; rank < shape.ranks; ++rank) nodes_[index(node_of(rank))].push_back(rank);
    for (const auto& ranks : nodes_) leaders_.push_back(ranks.front());
    leaders_[index(node_of(shape.root))] = shape.root;
    const auto [least, most] =
        std::ranges::minmax(nodes_, {}, [](const std::vector<int>& ranks) { return ranks.size(); });
    lanes_ = static_cast<int>(least.size());
    most_ranks_ = static_cast<int>(most.size());
    ranks_in_lane_.resize(index(lanes_));
    for (int lane = 0; lane < lanes_; ++lane)
      for (const auto& ranks : nodes_) ranks_in_lane_[index(lane)].push_back(ranks[index(lane)]);
  }

  int nodes() const { return static_cast<int>(nodes_.size()); }
  int node_of(int rank) const { return node_of_[index(rank)]; }
  const std::vector<int>& ranks_of(int node) const { return nodes_[index(node)]; }
  /// Returns the position of a rank among those of its node.
  int position(int rank) const { return place_in(ranks_of(node_of(rank)), rank); }
  bool leads(int rank) const { return leaders_[index(node_of(rank))] == rank; }
  /// Returns the number of lanes: every node has at least so many ranks.
  int lanes() const { return lanes_; }
  /// Returns the number of ranks of the largest node.
  int most_ranks() const { return most_ranks_; }
  /// Returns whether the ranks of each node follow each other, node after node.
  bool in_order() const { return std::ranges::is_sorted(node_of_); }

  /// Adds what the rank does in a collective within its node, rooted at the leader. Where blocks differ, those of
  /// the lanes are parts of `count` units, and other ranks' are empty.
  void within(ScheduleBuilder& schedule, int rank, Collective collective, std::int64_t count,
              Region input, Region output) const {
    const int node = node_of(rank);
    const Shape part = within_shape(node, collective, count);
    const ScheduleBuilder::Part terms(schedule, ranks_of(node), input, output);
    algorithm_within(part).build(part, parameters_, position(rank), schedule);
  }

  /// Combines the contributions of the rank's node at its leader, in `total`. Returns where the leader has the
  /// result: a node of one rank needs no other memory.
  Region reduce_within(ScheduleBuilder& schedule, int rank, Region contribution,
                       Region total) const {
    if (ranks_of(node_of(rank)).size() == 1) return contribution;
    within(schedule, rank, Collective::reduce, contribution.range.length, contribution, total);
    return total;
  }

  /// Adds what the rank does in a collective between the leaders, rooted at the root: nothing, if it is no leader.
  /// Where blocks differ, that of a node has `count` units for each of its ranks.
  void between(ScheduleBuilder& schedule, int rank, Collective collective, std::int64_t count,
               Region input, Region output) const {
    if (leads(rank)) add_between(leaders_, schedule, rank, collective, count, input, output);
  }

  /// Adds what the rank does in a collective of its lane: nothing, if it is in none.
  void between_in_lane(ScheduleBuilder& schedule, int rank, Collective collective,
                       std::int64_t count, Region input, Region output) const {
    const int lane = position(rank);
    if (lane >= lanes_) return;
    add_between(ranks_in_lane_[index(lane)], schedule, rank, collective, count, input, output);
  }

  /// Returns the cost of a collective within all nodes, at the same time.
  Cost cost_within(Collective collective, std::int64_t count) const {
    Cost cost;
    for (int node = 0; node < nodes(); ++node) {
      const Shape part = within_shape(node, collective, count);
      cost = at_once(cost, algorithm_within(part).cost(part, parameters_));
    }
    return cost;
  }

  /// Returns the cost of a collective between the leaders, or in one lane.
  Cost cost_between(Collective collective, std::int64_t count) const {
    const Shape part = between_shape(collective, count);
    return algorithm_between(part).cost(part, parameters_);
  }

  /// Returns the cost of a collective in all lanes at the same time, each with its part of `count` units.
  Cost cost_between_in_lanes(Collective collective, std::int64_t count) const {
    Cost cost;
    for (int lane = 0; lane < lanes_; ++lane)
      cost = at_once(cost, cost_between(collective, tutti::part(count, lanes_, lane).length));
    return cost;
  }

 private:
  static std::size_t index(int number) { return static_cast<std::size_t>(number); }
  static int place_in(const std::vector<int>& ranks, int rank) {
    return static_cast<int>(std::ranges::lower_bound(ranks, rank) - ranks.begin());
  }
  static Cost at_once(const Cost& a, const Cost& b) {
    return {std::max(a.rounds, b.rounds), a.messages + b.messages, a.units + b.units};
  }

  void add_between(const std::vector<int>& ranks, ScheduleBuilder& schedule, int rank,
                   Collective collective, std::int64_t count, Region input, Region output) const {
    const Shape part = between_shape(collective, count);
    const ScheduleBuilder::Part terms(schedule, ranks, input, output);
    algorithm_between(part).build(part, parameters_, node_of(rank), schedule);
  }

  Shape shape_of_part(Collective collective, int ranks, int root, std::int64_t count) const {
    return {.collective = collective,
            .ranks = ranks,
            .root = traits(collective).rooted ? root : 0,
            .count = count,
            .unit_bytes = shape_.unit_bytes,
            .op = shape_.op};
  }

  Shape within_shape(int node, Collective collective, std::int64_t count) const {
    const auto& ranks = ranks_of(node);
    Shape shape = shape_of_part(collective, static_cast<int>(ranks.size()),
                                place_in(ranks, leaders_[index(node)]), count);
    if (!traits(collective).sized_per_rank) return shape;
    std::vector<std::int64_t> counts(ranks.size());
    for (int lane = 0; lane < lanes_; ++lane)
      counts[index(lane)] = tutti::part(count, lanes_, lane).length;
    return with_counts(std::move(shape), std::move(counts));
  }

  Shape between_shape(Collective collective, std::int64_t count) const {
    Shape shape = shape_of_part(collective, nodes(), node_of(shape_.root), count);
    if (!traits(collective).sized_per_rank) return shape;
    std::vector<std::int64_t> counts;
    for (const auto& ranks : nodes_) counts.push_back(std::ssize(ranks) * count);
    return with_counts(std::move(shape), std::move(counts));
  }

  static Shape with_counts(Shape shape, std::vector<std::int64_t> counts) {
    shape.count = 0;
    shape.counts = std::make_shared<const std::vector<std::int64_t>>(std::move(counts));
    return shape;
  }

  static const Algorithm& chosen(const RegisteredAlgorithm* named, std::string_view usual,
                                 const Shape& part) {
    const auto* found = named ? find_algorithm(part.collective, named->name) : nullptr;
    if (found && found->algorithm->applicable(part)) return *found->algorithm;
    return *find_algorithm(part.collective, usual)->algorithm;
  }
  const Algorithm& algorithm_within(const Shape& part) const {
    return chosen(parameters_.within, usual_.within, part);
  }
  const Algorithm& algorithm_between(const Shape& part) const {
    return chosen(parameters_.between, usual_.between, part);
  }

  const Shape& shape_;
  const Parameters& parameters_;
  Usual usual_;
  std::vector<int> node_of_, leaders_;
  std::vector<std::vector<int>> nodes_;  ///< the ranks of each node, ascending
  std::vector<std::vector<int>> ranks_in_lane_;
  int lanes_ = 1, most_ranks_ = 1;
};

/// The blocks of all ranks, node after node, each node with room for as many blocks as the largest one has.
class BlocksByNode {
 public:
  BlocksByNode(const TwoLevels& levels, const Shape& shape) : levels_(levels), shape_(shape) {}

  /// Returns the units of one node.
  std::int64_t node_units() const { return levels_.most_ranks() * shape_.count; }
  std::int64_t all_units() const { return levels_.nodes() * node_units(); }
  /// Returns whether the blocks lie as in the order of ranks.
  bool in_order() const { return levels_.in_order() && all_units() == shape_.all_blocks(); }
  Range of_node(int node) const { return {node * node_units(), node_units()}; }
  /// Returns the places that a node does not fill, relative to its first block.
  std::vector<Range> places_left(int node) const {
    std::vector<Range> places;
    for (auto position = std::ssize(levels_.ranks_of(node)); position < levels_.most_ranks();
         ++position)
      places.push_back({position * shape_.count, shape_.count});
    return places;
  }
  Range block(int rank) const {
    return {levels_.node_of(rank) * node_units() + levels_.position(rank) * shape_.count,
            shape_.count};
  }

 private:
  const TwoLevels& levels_;
  const Shape& shape_;
};

/// Returns the cost of phases one after another.
inline Cost in_turn(std::initializer_list<Cost> phases) {
  Cost sum;
  for (const Cost& phase : phases) {
    sum.rounds += phase.rounds;
    sum.messages += phase.messages;
    sum.units += phase.units;
  }
  return sum;
}

/// Returns the cost of all segments one after another, given that of one of so many units.
template <class CostOf>
Cost cost_of_segments(const Segments& segments, CostOf cost_of) {
  const std::int64_t others = segments.number() - 1;
  const Cost each = cost_of(segments[0].length), last = cost_of(segments[others].length);
  return in_turn({{others * each.rounds, others * each.messages, others * each.units}, last});
}

}  // namespace tutti
