#include "optimized/selection/operation_parameters.hpp"

namespace tutti {
namespace {

/// Bytes of a double-precision number, which most programs combine.
constexpr std::int64_t real_bytes = 8;

}  // namespace

OperationParameters parameters_of(const Shape& shape) {
  const std::int64_t units = shape.counts ? shape.all_blocks() / shape.ranks : shape.count;
  return {.collective = shape.collective, .ranks = shape.ranks, .bytes = units * shape.unit_bytes};
}

bool are_measured(const Shape& shape) {
  return !shape.topology || (shape.topology->is_grid() && shape.topology->extents().size() == 2);
}

Shape typical_shape(const OperationParameters& parameters) {
  const auto& about = traits(parameters.collective);
  const bool of_reals = about.reducing && parameters.bytes % real_bytes == 0;
  const std::int64_t unit_bytes = of_reals ? real_bytes : 1;
  Shape shape =
      uniform_shape(parameters.collective, parameters.ranks, parameters.bytes / unit_bytes);
  if (!about.locally_sized) shape.unit_bytes = unit_bytes;
  return shape;
}

}  // namespace tutti
