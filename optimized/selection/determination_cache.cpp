#include "optimized/selection/determination_cache.hpp"

namespace tutti {

DeterminationCache::DeterminationCache(const Selector& selector, int ranks) : selector_(selector) {
  for (const auto& parameters : selector.measured(ranks)) determine(typical_shape(parameters));
}

DeterminationCache::Row& DeterminationCache::row_of(const Shape& shape) {
  std::uint64_t hash = static_cast<std::uint64_t>(shape.collective);
  for (const auto value : {shape.count, shape.unit_bytes, std::int64_t{shape.root}})
    hash = (hash ^ static_cast<std::uint64_t>(value)) * 0x9e3779b97f4a7c15u;
  return rows_[(hash >> 32) % rows];
}

Determination DeterminationCache::determine(const Shape& shape) {
  Row& row = row_of(shape);
  if (row.determination.chosen && row.shape == shape) return row.determination;
  const auto determination = selector_.determine(shape);
  if (determination.chosen) row = {shape, determination};
  return determination;
}

}  // namespace tutti
