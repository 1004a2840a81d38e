#include "contract/shape.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tutti {

Range Shape::block(int rank) const {
  if (!counts) return {rank * count, count};
  const auto first = counts->begin();
  return {std::accumulate(first, first + rank, std::int64_t{0}),
          (*counts)[static_cast<std::size_t>(rank)]};
}

std::int64_t Shape::all_blocks() const {
  if (!counts) return ranks * count;
  return std::accumulate(counts->begin(), counts->end(), std::int64_t{0});
}

namespace {

/// Returns the units that a rank has on one side of the collective, of so many blocks.
std::int64_t units(const Shape& shape, const SideTraits& side, int rank, int blocks) {
  if (!side.is_held_by(rank, shape.root)) return 0;
  switch (side.extent) {
    case Extent::nothing:
      return 0;
    case Extent::message:
      return shape.count;
    case Extent::block:
      return shape.block(rank).length;
    case Extent::blocks:
      return shape.topology ? blocks * shape.count : shape.all_blocks();
  }
  return 0;
}

}  // namespace

std::int64_t Shape::input_units(int rank) const {
  return units(*this, traits(collective).input, rank, input_blocks(rank));
}

std::int64_t Shape::output_units(int rank) const {
  return units(*this, traits(collective).output, rank, output_blocks(rank));
}

bool operator==(const Shape& a, const Shape& b) {
  const auto same = [](const auto& one, const auto& other) {
    return one == other || (one && other && *one == *other);
  };
  return a.collective == b.collective && a.ranks == b.ranks && a.root == b.root &&
         a.count == b.count && a.unit_bytes == b.unit_bytes && a.op == b.op &&
         same(a.counts, b.counts) && same(a.torus, b.torus) && same(a.nodes, b.nodes) &&
         same(a.topology, b.topology);
}

Shape uniform_shape(Collective collective, int ranks, std::int64_t count) {
  const auto& about = traits(collective);
  Shape shape{.collective = collective, .ranks = ranks};
  if (about.neighbourhood)
    shape.topology =
        std::make_shared<const Topology>(Topology::grid(even_extents(ranks, 2), {1, 1}));
  if (about.locally_sized) {
    shape.count = 1;
    shape.unit_bytes = 0;
  } else if (about.sized_per_rank) {
    shape.counts =
        std::make_shared<const std::vector<std::int64_t>>(static_cast<std::size_t>(ranks), count);
  } else {
    shape.count = count;
  }
  return shape;
}

Torus torus_of(const Shape& shape) {
  constexpr int dimensions = 3;
  return Torus(shape.torus ? *shape.torus : even_extents(shape.ranks, dimensions));
}

std::vector<int> nodes_of(const Shape& shape) {
  if (shape.nodes && (shape.op.commutative || std::ranges::is_sorted(*shape.nodes)))
    return *shape.nodes;
  const auto ranks_per_node = static_cast<int>(std::lround(std::sqrt(shape.ranks)));
  std::vector<int> nodes(static_cast<std::size_t>(shape.ranks));
  for (int rank = 0; rank < shape.ranks; ++rank)
    nodes[static_cast<std::size_t>(rank)] = rank / ranks_per_node;
  return nodes;
}

Range part(std::int64_t length, int parts, int index) {
  const std::int64_t size = length / parts;
  const std::int64_t longer = length % parts;
  return {index * size + std::min<std::int64_t>(index, longer), size + (index < longer ? 1 : 0)};
}

}  // namespace tutti
