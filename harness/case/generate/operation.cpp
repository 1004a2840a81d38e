#include "harness/case/generate/operation.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "harness/case/element.hpp"
#include "harness/case/generate/switching_sizes.hpp"
#include "harness/case/intercommunicator.hpp"
#include "harness/case/problem.hpp"
#include "harness/case/type_names.hpp"
#include "harness/case/validate.hpp"

namespace tutti {
namespace {

template <typename Enumeration>
Enumeration any_of_enumeration(Draw& draw, Enumeration last) {
  return static_cast<Enumeration>(draw.below(static_cast<int>(last) + 1));
}

/// Draws an element that has a datatype of one of these names, or the usual one.
void draw_element(Draw& draw, Operation& operation, const std::vector<TypeName>& types) {
  do {
    operation.element = any_of_enumeration(draw, Element::float128);
    operation.type = first_name_of(operation.element);
  } while (operation.type != TypeName::usual && !std::ranges::count(types, operation.type));
}

/// Returns the number of blocks in one buffer of the call.
int blocks_of(Collective collective, int ranks) {
  return traits(collective).input.extent == Extent::message ? 1 : ranks;
}

int at_switching_point(Draw& draw, std::int64_t element_bytes, int blocks) {
  // Small sizes more often: the lower of two draws counts.
  const int last = static_cast<int>(switching_bytes.size());
  const int chosen = std::min(draw.below(last), draw.below(last));
  const std::int64_t per_block = draw.percent(50) ? 1 : blocks;
  const std::int64_t count =
      switching_bytes[static_cast<std::size_t>(chosen)] / (element_bytes * per_block);
  return static_cast<int>(std::max<std::int64_t>(0, count + draw.between(-1, 1)));
}

int draw_any_count(Draw& draw, const Operation& operation, int ranks, bool one_of_many) {
  enum class Kind { none, one, below_ranks, few, switching, medium, large };
  using enum Kind;
  const Kind kind = one_of_many
                        ? draw.weighted<Kind>({{15, none}, {20, one}, {20, below_ranks}, {45, few}})
                        : draw.weighted<Kind>({{80, none},
                                               {120, one},
                                               {120, below_ranks},
                                               {430, few},
                                               {220, switching},
                                               {22, medium},
                                               {4, large}});
  const std::int64_t bytes = bytes_of(operation.element);
  const int blocks = blocks_of(operation.collective, ranks);
  const auto of_size = [&](std::int64_t low, std::int64_t high) {
    const auto size = draw.between(static_cast<int>(low), static_cast<int>(high));
    return static_cast<int>(size / (bytes * blocks) + 1);
  };
  int count = 0;
  if (kind == one) count = 1;
  if (kind == below_ranks) count = ranks > 1 ? draw.between(1, ranks - 1) : 1;
  if (kind == few) count = draw.between(2, 40);
  if (kind == switching) count = at_switching_point(draw, bytes, blocks);
  if (kind == medium) count = of_size(medium_bytes, 4 * medium_bytes);
  if (kind == large) count = of_size(large_bytes, 2 * large_bytes);
  return std::min(count, static_cast<int>(most_bytes / (bytes * blocks)));
}

/// Estimates the cost of a case in bytes that are filled and checked: the buffers of all ranks and,
/// for reductions, the operands of all ranks, from which each rank computes what it expects.
std::int64_t cost(const Operation& operation, int ranks, int count) {
  constexpr std::int64_t per_operand = 4;
  const std::int64_t buffers =
      2 * bytes_of(operation.element) * blocks_of(operation.collective, ranks) * ranks;
  const std::int64_t operands =
      traits(operation.collective).reducing ? per_operand * ranks * ranks : 0;
  return (buffers + operands) * count;
}

/// Decides whether to keep a case. Of cases that many ranks make costly only a share is kept, so
/// that together they cost as much as cheap ones: large messages remain, but do not take all the
/// time.
bool is_affordable(Draw& draw, const Operation& operation, int ranks, int count) {
  constexpr std::int64_t affordable = 2 * 4 * most_bytes;  // both buffers of 4 ranks
  const auto costs = cost(operation, ranks, count);
  return costs <= affordable || draw.percent(static_cast<int>(100 * affordable / costs));
}

int draw_count(Draw& draw, const Operation& operation, int ranks, bool one_of_many) {
  int count = 0;
  do {
    count = draw_any_count(draw, operation, ranks, one_of_many);
  } while (!is_affordable(draw, operation, ranks, count));
  return count;
}

/// Draws the counts of a v-collective: equal, about the given one, some 0, all but one 0, or all 0.
std::vector<int> draw_counts(Draw& draw, int about, int entries) {
  enum class Kind { equal, varied, some_empty, all_in_one, all_empty };
  using enum Kind;
  const Kind kind = draw.weighted<Kind>(
      {{15, equal}, {35, varied}, {25, some_empty}, {20, all_in_one}, {5, all_empty}});
  if (kind == equal) return {about};
  std::vector<int> counts(static_cast<std::size_t>(entries), 0);
  if (kind == all_in_one) counts[static_cast<std::size_t>(draw.below(entries))] = about;
  if (kind == varied || kind == some_empty)
    for (int& count : counts)
      count = kind == some_empty && draw.percent(40) ? 0 : draw.between(0, 2 * about);
  return counts;
}

/// Makes the count from j to i equal to that from i to j, as alltoallv and alltoallw in place require.
void make_symmetric(std::vector<int>& counts, int ranks) {
  if (counts.size() == 1) return;
  for (int i = 0; i < ranks; ++i)
    for (int j = 0; j < i; ++j)
      counts[static_cast<std::size_t>(i * ranks + j)] =
          counts[static_cast<std::size_t>(j * ranks + i)];
}

void draw_operator(Draw& draw, Operation& operation, const std::vector<TypeName>& types) {
  const int operators = static_cast<int>(Operator::left);
  operation.op = static_cast<Operator>(draw.between(1, operators));
  do {
    draw_element(draw, operation, types);
  } while (!defined_on(operation.op, operation.element));
}

/// Draws the kind of data first, since only few operators and elements allow data that are not
/// exact.
void draw_reduction(Draw& draw, Operation& operation, int ranks,
                    const std::vector<TypeName>& types) {
  operation.data = draw.weighted<Data>(
      {{66, Data::exact}, {8, Data::rounding}, {18, Data::overflow}, {8, Data::subnormal}});
  do {
    draw_operator(draw, operation, types);
  } while (!is_valid({.ranks = ranks, .operations = {normalized(operation)}}));
}

std::vector<Layout> draw_layouts(Draw& draw, int most) {
  if (draw.percent(45)) return {Layout::plain};
  const int entries = draw.percent(50) ? 1 : most;
  std::vector<Layout> layouts(static_cast<std::size_t>(entries));
  for (Layout& layout : layouts) layout = any_of_enumeration(draw, Layout::hollow);
  return layouts;
}

/// Draws offsets from a page boundary, as the alignment allows: within a cache line, or so that a
/// small buffer crosses the end of a page. With data that overflow, each rank has its own: whether
/// ranks get different results is all that such a case can show.
std::vector<int> draw_offsets(Draw& draw, int ranks, const Operation& operation) {
  const bool varied = operation.data == Data::overflow;
  if (!varied && draw.percent(40)) return {0};
  const int entries = !varied && draw.percent(40) ? 1 : ranks;
  std::vector<int> offsets(static_cast<std::size_t>(entries));
  const int unit = static_cast<int>(alignment_of(operation.element));
  for (int& offset : offsets)
    offset = unit * (draw.percent(80) ? draw.below(64 / unit) : 4096 / unit - draw.between(1, 3));
  return offsets;
}

/// Draws delays: mostly none unless calls are concurrent, and seldom one very late rank, since its
/// delay adds to the time of the case.
std::vector<int> draw_delays(Draw& draw, int ranks, CallKind pace) {
  enum class Kind { none, short_ones, one_late };
  const Kind kind =
      pace == CallKind::concurrent
          ? draw.weighted<Kind>({{55, Kind::none}, {30, Kind::short_ones}, {15, Kind::one_late}})
          : draw.weighted<Kind>({{86, Kind::none}, {10, Kind::short_ones}, {4, Kind::one_late}});
  if (kind == Kind::none) return {0};
  std::vector<int> delays(static_cast<std::size_t>(ranks), 0);
  if (kind == Kind::one_late)
    delays[static_cast<std::size_t>(draw.below(ranks))] = draw.between(200, 2000);
  else
    for (int& delay : delays) delay = draw.between(0, 50);
  return delays;
}

}  // namespace

Operation draw_operation(Draw& draw, Collective collective, int ranks, CallKind pace,
                         const std::vector<TypeName>& types) {
  Operation operation{.collective = collective};
  operation.root = draw.below(ranks);
  if (traits(collective).reducing)
    draw_reduction(draw, operation, ranks, types);
  else
    draw_element(draw, operation, types);
  const int count = draw_count(draw, operation, ranks, pace == CallKind::one_of_many);
  operation.counts = {count};
  if (traits(collective).has_varying_blocks()) {
    const bool square = traits(collective).is_sized_per_pair();
    operation.counts = draw_counts(draw, count, square ? ranks * ranks : ranks);
    operation.scattered = draw.percent(40);
  }
  if (operation.op == Operator::none || !is_builtin(operation.op)) {
    // One more than there are blocks, so that the blocks of each rank begin with another layout.
    const int layouts = traits(collective).typed_per_block ? ranks + 1 : ranks;
    operation.send_layouts = draw_layouts(draw, layouts);
    operation.receive_layouts = draw_layouts(draw, layouts);
  }
  operation.absolute = draw.percent(10);
  if (draw.percent(25)) operation.in_place = InPlace::yes;
  if (operation.in_place == InPlace::yes && traits(collective).is_sized_per_pair())
    make_symmetric(operation.counts, ranks);
  operation.send_offsets = draw_offsets(draw, ranks, operation);
  operation.receive_offsets = draw_offsets(draw, ranks, operation);
  if (pace != CallKind::one_of_many) operation.delays_us = draw_delays(draw, ranks, pace);
  return normalized(operation);
}

void balance_groups(Operation& operation, int ranks, Group group) {
  if (operation.collective != Collective::reduce_scatter) return;
  std::vector<int> counts;
  for (int rank = 0; rank < ranks; ++rank) counts.push_back(of_rank(operation.counts, rank));
  const auto border = counts.begin() + local_group(group, ranks, 0).end;
  const int difference =
      std::accumulate(counts.begin(), border, 0) - std::accumulate(border, counts.end(), 0);
  if (difference == 0) return;
  (difference < 0 ? *(border - 1) : counts.back()) += std::abs(difference);
  operation.counts = counts;
}

void suit_intercommunicator(Operation& operation, int ranks, Group group) {
  if (operation.collective == Collective::reduce_scatter_block) {
    // A block is as many times longer as the other group has ranks.
    const int most =
        std::max(local_group(group, ranks, 0).size(), remote_group(group, ranks, 0).size());
    operation.counts.front() = (operation.counts.front() + most - 1) / most;
  }
  balance_groups(operation, ranks, group);
}

}  // namespace tutti
