#pragma once

#include <cstdint>
#include <vector>

#include "contract/torus.hpp"
#include "optimized/algorithm/support/knomial.hpp"
#include "optimized/algorithm/support/segments.hpp"

namespace tutti {

/// A cyclic line of ranks at equal distances, seen from one of them. The rank at place 0 is the
/// head.
struct Line {
  int first;   ///< the smallest rank
  int stride;  ///< difference between successive ranks
  int length;
  int head;   ///< position of the head, counted from the first rank
  int place;  ///< place of the rank from which the line is seen

  int rank(int place_of_it) const {
    return first + (place_of_it + head + length) % length * stride;
  }
  Knomial tree(int radix) const { return {length, 0, place, radix}; }
};

/// The lines of a torus that a message travels along, seen from one rank: from the root along its
/// line in the first dimension, from each rank of that line along its line in the second, and so
/// on. The ranks of a line that receive from its head form a neighbourhood; lines whose heads are
/// ranks of this line are downstream of it.
class Lines {
 public:
  Lines(const Shape& shape, int root, int rank)
      : torus_(torus_of(shape)), root_(root), rank_(rank) {
    for (int d = 0; d < torus_.dimensions(); ++d)
      if (torus_.coordinate(rank, d) != torus_.coordinate(root, d)) entry_ = d;
  }

  int dimensions() const { return torus_.dimensions(); }
  /// Returns the dimension of the line on which this rank is not the head; -1 at the root.
  int entry() const { return entry_; }
  /// Returns the first dimension in which the message travels along a line of this rank.
  int first() const { return std::max(entry_, 0); }

  Line operator[](int dimension) const {
    const int stride = torus_.stride(dimension), length = torus_.extent(dimension);
    const int own = torus_.coordinate(rank_, dimension);
    const int head = torus_.coordinate(root_, dimension);
    return {.first = rank_ - own * stride,
            .stride = stride,
            .length = length,
            .head = head,
            .place = (own - head + length) % length};
  }
  Line all_ranks() const {
    const int ranks = torus_.ranks();
    return {.first = 0,
            .stride = 1,
            .length = ranks,
            .head = root_,
            .place = (rank_ - root_ + ranks) % ranks};
  }

  /// Returns whether this rank sends nothing on.
  bool is_leaf(int radix) const {
    for (int d = first(); d < dimensions(); ++d)
      if ((*this)[d].length > 1 && !(*this)[d].tree(radix).is_leaf()) return false;
    return true;
  }

 private:
  Torus torus_;
  int root_, rank_;
  int entry_ = -1;
};

/// The ranks whose votes decide how messages travel along a line: the ranks of the line, or all
/// ranks.
enum class Voters { line, all_ranks };

/// Lets all ranks of the line vote on their memory, without waiting for anything else, and returns
/// the result: whether all vote yes. Since counting a vote twice does no harm, each round doubles
/// the number of known votes, for any number of ranks. ceil(log2 length) rounds.
inline Region vote_on(ScheduleBuilder& schedule, const Line& line, Region memory) {
  Region known = schedule.vote(memory);
  for (int distance = 1; distance < line.length; distance *= 2) {
    const Region more = schedule.vote(memory);
    schedule.copy(known, more);
    schedule.send(line.rank(line.place + distance), known);
    schedule.receive_combine(line.rank(line.place - distance), more, Order::after);
    known = more;
  }
  return known;
}

/// Returns the votes that decide how messages travel on the lines of this rank, by dimension.
inline std::vector<Region> vote_on_lines(ScheduleBuilder& schedule, const Lines& lines,
                                         Voters electorate, Region memory) {
  const bool is_head = lines.entry() < 0;
  std::vector<Region> votes(static_cast<std::size_t>(lines.dimensions()));
  if (electorate == Voters::all_ranks) {
    const auto vote = vote_on(schedule, lines.all_ranks(), is_head ? Region{} : memory);
    std::ranges::fill(votes, vote);
    return votes;
  }
  for (int d = lines.first(); d < lines.dimensions(); ++d)
    votes[static_cast<std::size_t>(d)] =
        vote_on(schedule, lines[d], d == lines.entry() ? memory : Region{});
  return votes;
}

/// Sends the root's message along the lines, segment by segment.
inline void bcast_along_lines(const Shape& shape, const Parameters& parameters, int root, int rank,
                              Voters electorate, ScheduleBuilder& schedule) {
  const Lines lines(shape, root, rank);
  const Segments segments(shape, parameters);
  const auto votes = vote_on_lines(schedule, lines, electorate, output({0, shape.count}));
  for (std::int64_t i = 0; i < segments.number(); ++i) {
    const Region segment = output(segments[i]);
    for (int d = lines.first(); d < lines.dimensions(); ++d) {
      const Line line = lines[d];
      const Knomial tree = line.tree(knomial_radix(parameters));
      schedule.decide_by(votes[static_cast<std::size_t>(d)]);
      if (!tree.is_root()) schedule.receive(line.rank(tree.parent()), segment);
      tree.for_children_descending(
          [&](int child, int, int) { schedule.send(line.rank(child), segment); });
    }
  }
  schedule.decide_by({});
}

/// Reduces in the opposite direction: the contributions of the ranks of a line are combined at its
/// head, which sends the result along its own line of the previous dimension. A rank that is no
/// leaf combines in `total`.
inline void reduce_along_lines(const Shape& shape, const Parameters& parameters, int root, int rank,
                               Voters electorate, ScheduleBuilder& schedule, Region total) {
  const Lines lines(shape, root, rank);
  const Segments segments(shape, parameters);
  const Region own = input({0, shape.count});
  const Region held = lines.is_leaf(knomial_radix(parameters)) && root != rank ? own : total;
  const auto votes = vote_on_lines(schedule, lines, electorate, held);
  if (held == total) schedule.copy(own, total);
  for (std::int64_t i = 0; i < segments.number(); ++i) {
    const Region segment = held.part(segments[i]);
    for (int d = lines.dimensions() - 1; d >= lines.first(); --d) {
      const Line line = lines[d];
      const Knomial tree = line.tree(knomial_radix(parameters));
      schedule.decide_by(votes[static_cast<std::size_t>(d)]);
      tree.for_children_ascending([&](int child, int, int) {
        schedule.receive_combine(line.rank(child), segment, Order::after);
      });
      if (!tree.is_root()) schedule.send(line.rank(tree.parent()), segment);
    }
  }
  schedule.decide_by({});
}

/// Returns the cost of one direction. The rounds are an upper bound: votes overlap with each other
/// and with messages.
inline Cost along_lines_cost(const Shape& shape, const Parameters& parameters, int root,
                             Voters electorate) {
  const Lines lines(shape, root, root);
  const std::int64_t p = shape.ranks, segments = Segments(shape, parameters).number();
  Cost cost{.messages = (p - 1) * segments, .units = (p - 1) * shape.count};
  std::int64_t lines_here = 1;
  for (int d = 0; d < lines.dimensions(); ++d) {
    const std::int64_t length = lines[d].length;
    const std::int64_t votes = electorate == Voters::line ? ceil_log2(length) : 0;
    cost.rounds += votes + segments * knomial_rounds(length, knomial_radix(parameters));
    cost.messages += lines_here * length * votes;
    lines_here *= length;
  }
  if (electorate == Voters::all_ranks) {
    cost.rounds += ceil_log2(p);
    cost.messages += p * ceil_log2(p);
  }
  return cost;
}

/// Returns whether a rank cannot leave a broadcast by neighbourhoods before the late rank enters:
/// only if that rank is on one of the lines that the message travels on its way to this rank, or on
/// this rank's own lines.
inline bool bcast_waits(const Shape& shape, int rank, int late) {
  const Torus torus = torus_of(shape);
  const auto agrees = [&](int other, int d) {
    return torus.coordinate(other, d) == torus.coordinate(late, d);
  };
  const int entry = Lines(shape, shape.root, rank).entry();
  for (int d = 0, n = torus.dimensions(); d < n && (d == 0 || agrees(rank, d - 1)); ++d) {
    bool late_is_on_line = true;
    for (int behind = d + 1; behind < n; ++behind) late_is_on_line &= agrees(shape.root, behind);
    const bool rank_is_on_line =
        torus.coordinate(rank, d) != torus.coordinate(shape.root, d) || d > entry;
    if (late_is_on_line && rank_is_on_line) return true;
  }
  return false;
}

/// Returns the same for a reduction: a rank waits for the ranks of its line, and for all ranks
/// whose data arrive there.
inline bool reduce_waits(const Shape& shape, int rank, int late) {
  const Torus torus = torus_of(shape);
  for (int d = 0; d < Lines(shape, shape.root, rank).entry(); ++d)
    if (torus.coordinate(rank, d) != torus.coordinate(late, d)) return false;
  return true;
}

}  // namespace tutti
