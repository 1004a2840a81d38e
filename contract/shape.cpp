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

std::int64_t Shape::input_units(int rank) const {
  switch (collective) {
    case Collective::barrier:
      return 0;
    case Collective::bcast:
      return rank == root ? count : 0;
    case Collective::allgatherv:
      return block(rank).length;
    case Collective::scatter:
    case Collective::scatterv:
      return rank == root ? all_blocks() : 0;
    case Collective::alltoall:
    case Collective::alltoallv:
    case Collective::reduce_scatter:
    case Collective::reduce_scatter_block:
      return all_blocks();
    default:
      return count;
  }
}

std::int64_t Shape::output_units(int rank) const {
  switch (collective) {
    case Collective::barrier:
      return 0;
    case Collective::gather:
    case Collective::gatherv:
      return rank == root ? all_blocks() : 0;
    case Collective::reduce:
      return rank == root ? count : 0;
    case Collective::exscan:
      return rank == 0 ? 0 : count;
    case Collective::allgather:
    case Collective::allgatherv:
    case Collective::alltoall:
    case Collective::alltoallv:
      return all_blocks();
    case Collective::reduce_scatter:
      return block(rank).length;
    default:
      return count;
  }
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
