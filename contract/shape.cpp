#include "contract/shape.hpp"

#include <algorithm>
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

/// Returns the units that a rank has on one side of the collective.
std::int64_t units(const Shape& shape, const SideTraits& side, int rank) {
  if (!side.is_held_by(rank, shape.root)) return 0;
  switch (side.extent) {
    case Extent::nothing:
      return 0;
    case Extent::message:
      return shape.count;
    case Extent::block:
      return shape.block(rank).length;
    case Extent::blocks:
      return shape.all_blocks();
  }
  return 0;
}

}  // namespace

std::int64_t Shape::input_units(int rank) const {
  return units(*this, traits(collective).input, rank);
}

std::int64_t Shape::output_units(int rank) const {
  return units(*this, traits(collective).output, rank);
}

bool operator==(const Shape& a, const Shape& b) {
  const auto same = [](const auto& one, const auto& other) {
    return one && other ? *one == *other : one == other;
  };
  return a.collective == b.collective && a.ranks == b.ranks && a.root == b.root &&
         a.count == b.count && a.unit_bytes == b.unit_bytes && a.op == b.op &&
         same(a.counts, b.counts) && same(a.torus, b.torus);
}

Torus torus_of(const Shape& shape) {
  constexpr int dimensions = 3;
  return Torus(shape.torus ? *shape.torus : even_extents(shape.ranks, dimensions));
}

Range part(std::int64_t length, int parts, int index) {
  const std::int64_t size = length / parts;
  const std::int64_t longer = length % parts;
  return {index * size + std::min<std::int64_t>(index, longer), size + (index < longer ? 1 : 0)};
}

}  // namespace tutti
