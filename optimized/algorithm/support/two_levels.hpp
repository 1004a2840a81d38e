#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "optimized/algorithm/support/segments.hpp"
#include "optimized/schedule/algorithm.hpp"

namespace tutti {

/// Algorithms composed in two levels: one within each node, one between the nodes' leaders. The leader of a node is
/// the root if it is there, else the first rank. Both levels are algorithms of their own, which are built for a
/// part of the ranks and of the memory.
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
    for (int rank = 0; rank < shape.ranks; ++rank) node_with(rank).push_back(rank);
    for (const auto& ranks : nodes_) leaders_.push_back(ranks.front());
    leaders_[index(node_of(shape.root))] = shape.root;
  }

  int nodes() const { return static_cast<int>(nodes_.size()); }
  int node_of(int rank) const { return node_of_[index(rank)]; }
  const std::vector<int>& ranks_of(int node) const { return nodes_[index(node)]; }
  /// Returns the position of a rank among those of its node.
  int position(int rank) const { return place_in(ranks_of(node_of(rank)), rank); }
  int leader_of(int node) const { return leaders_[index(node)]; }
  const std::vector<int>& leaders() const { return leaders_; }
  bool leads(int rank) const { return leader_of(node_of(rank)) == rank; }
  /// Returns whether the ranks of each node follow each other, node after node.
  bool in_order() const { return std::ranges::is_sorted(node_of_); }

  /// Adds what the rank does in a collective within its node, rooted at the leader.
  void within(ScheduleBuilder& schedule, int rank, Collective collective, std::int64_t count,
              Region input, Region output) const {
    const int node = node_of(rank);
    const Shape part = within_shape(node, collective, count);
    const ScheduleBuilder::Part terms(schedule, ranks_of(node), input, output);
    algorithm_within(part).build(part, parameters_, position(rank), schedule);
  }

  /// Adds what the rank does in a collective between the leaders, rooted at the root: nothing, if it is no leader.
  /// `counts` are the leaders' blocks where these differ.
  void between(ScheduleBuilder& schedule, int rank, Collective collective, std::int64_t count,
               Region input, Region output) const {
    if (!leads(rank)) return;
    const Shape part = between_shape(collective, count);
    const ScheduleBuilder::Part terms(schedule, leaders_, input, output);
    algorithm_between(part).build(part, parameters_, node_of(rank), schedule);
  }

  /// Combines the contributions of the rank's node at its leader, in `total`. Returns where the leader has the
  /// result: a node of one rank needs no other memory.
  Region reduce_within(ScheduleBuilder& schedule, int rank, Region contribution,
                       Region total) const {
    if (ranks_of(node_of(rank)).size() == 1) return contribution;
    within(schedule, rank, Collective::reduce, contribution.range.length, contribution, total);
    return total;
  }

  /// Returns the cost of a collective within all nodes, at the same time.
  Cost cost_within(Collective collective, std::int64_t count) const {
    Cost cost;
    for (int node = 0; node < nodes(); ++node) {
      const Shape part = within_shape(node, collective, count);
      const Cost of_node = algorithm_within(part).cost(part, parameters_);
      cost.rounds = std::max(cost.rounds, of_node.rounds);
      cost.messages += of_node.messages;
      cost.units += of_node.units;
    }
    return cost;
  }

  Cost cost_between(Collective collective, std::int64_t count) const {
    const Shape part = between_shape(collective, count);
    return algorithm_between(part).cost(part, parameters_);
  }

 private:
  static std::size_t index(int number) { return static_cast<std::size_t>(number); }
  static int place_in(const std::vector<int>& ranks, int rank) {
    return static_cast<int>(std::ranges::lower_bound(ranks, rank) - ranks.begin());
  }
  std::vector<int>& node_with(int rank) { return nodes_[index(node_of(rank))]; }

  Shape part(Collective collective, int ranks, int root, std::int64_t count) const {
    return {.collective = collective,
            .ranks = ranks,
            .root = traits(collective).rooted ? root : 0,
            .count = count,
            .unit_bytes = shape_.unit_bytes,
            .op = shape_.op};
  }

  Shape within_shape(int node, Collective collective, std::int64_t count) const {
    const auto& ranks = ranks_of(node);
    return part(collective, static_cast<int>(ranks.size()), place_in(ranks, leader_of(node)),
                count);
  }

  /// Where the blocks differ, that of a node has `count` units for each of its ranks.
  Shape between_shape(Collective collective, std::int64_t count) const {
    Shape shape = part(collective, nodes(), node_of(shape_.root), count);
    if (!traits(collective).sized_per_rank) return shape;
    std::vector<std::int64_t> counts;
    for (const auto& ranks : nodes_) counts.push_back(std::ssize(ranks) * count);
    shape.counts = std::make_shared<const std::vector<std::int64_t>>(std::move(counts));
    return shape;
  }

  static const Algorithm& chosen(const RegisteredAlgorithm* named, std::string_view usual,
                                 const Shape& part) {
    if (named)
      if (const auto* found = find_algorithm(part.collective, named->name);
          found && found->algorithm->applicable(part))
        return *found->algorithm;
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
