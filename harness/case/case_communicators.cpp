#include "harness/case/case_communicators.hpp"

#include <algorithm>

#include "harness/case/element.hpp"
#include "harness/case/neighbours.hpp"
#include "harness/case/problem.hpp"
#include "harness/case/typemap.hpp"

namespace tutti {
namespace {

/// Returns the rank in an order with the even ranks first: 0 2 4 1 3.
int interleaved_rank(int ranks, int rank) {
  const int even_ranks = (ranks + 1) / 2;
  return rank % 2 == 0 ? rank / 2 : even_ranks + rank / 2;
}

Topology topology_of(Group group, int ranks) {
  if (group == Group::graph) return Topology::graph(ranks, graph_edges(ranks));
  const Grid grid = grid_of(group, ranks);
  return Topology::grid(grid.extents, grid.periodic);
}

/// Returns the shape of a collective that moves data: in bytes of the packed signature, or in whole
/// blocks.
Shape moving_shape(const Operation& operation, int ranks) {
  const std::int64_t element_bytes = operation.run_length * packed_bytes_of(operation.element);
  Shape shape{.collective = operation.collective, .ranks = ranks, .root = operation.root};
  if (traits(operation.collective).locally_sized) {
    shape.count = 1;
    shape.unit_bytes = 0;
  } else if (traits(operation.collective).sized_per_rank) {
    std::vector<std::int64_t> counts;
    for (int rank = 0; rank < ranks; ++rank)
      counts.push_back(of_rank(operation.counts, rank) * element_bytes);
    shape.counts = std::make_shared<const std::vector<std::int64_t>>(std::move(counts));
  } else {
    shape.count = operation.counts.front() * element_bytes;
  }
  return shape;
}

/// Returns the shape of a reduction: in elements of the datatype that it is called with.
Shape reducing_shape(const Operation& operation, int ranks) {
  const auto blocks = input_blocks({.operation = operation, .ranks = ranks}, 0);
  const std::int64_t elements_per_instance =
      combined_elements_per_instance({.operation = operation, .ranks = ranks});
  const auto instances = [&](std::int64_t elements) {
    return elements / elements_per_instance * operation.run_length;
  };
  Shape shape{
      .collective = operation.collective,
      .ranks = ranks,
      .root = operation.root,
      .count = instances(blocks.front()),
      .unit_bytes = elements_per_instance * packed_bytes_of(operation.element),
      .op = {.commutative = is_commutative(operation.op), .builtin = is_builtin(operation.op)}};
  if (traits(operation.collective).sized_per_rank) {
    auto counts = blocks;
    for (auto& count : counts) count = instances(count);
    shape.count = 0;
    shape.counts = std::make_shared<const std::vector<std::int64_t>>(std::move(counts));
  }
  return shape;
}

}  // namespace

std::vector<int> communicator_sizes(const Case& test) {
  if (test.group != Group::halves) return {test.ranks};
  return {test.ranks / 2, test.ranks - test.ranks / 2};
}

Place place_of(const Case& test, int world_rank) {
  const int ranks = test.ranks;
  switch (test.group) {
    case Group::world:
    case Group::duplicate:
    case Group::grid:
    case Group::line:
    case Group::box:
    case Group::graph:
    case Group::one_and_rest:
      break;
    case Group::reversed:
      return {0, ranks, ranks - 1 - world_rank};
    case Group::interleaved:
    case Group::even_and_odd:
      return {0, ranks, interleaved_rank(ranks, world_rank)};
    case Group::halves: {
      const auto sizes = communicator_sizes(test);
      if (world_rank < sizes[0]) return {0, sizes[0], world_rank};
      return {1, sizes[1], world_rank - sizes[0]};
    }
  }
  return {0, ranks, world_rank};
}

Shape shape_of(const Operation& operation, int ranks, Group group) {
  if (operation.collective == Collective::barrier) return {.ranks = ranks};
  if (traits(operation.collective).reducing) return reducing_shape(operation, ranks);
  Shape shape = moving_shape(operation, ranks);
  if (traits(operation.collective).neighbourhood)
    shape.topology = std::make_shared<const Topology>(topology_of(group, ranks));
  return shape;
}

}  // namespace tutti
