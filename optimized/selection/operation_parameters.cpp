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

Shape typical_shape(const OperationParameters& parameters) {
  const auto& about = traits(parameters.collective);
  Shape shape{.collective = parameters.collective, .ranks = parameters.ranks};
  if (about.locally_sized) {
    shape.count = 1;
    shape.unit_bytes = 0;
    return shape;
  }
  shape.unit_bytes = about.reducing && parameters.bytes % real_bytes == 0 ? real_bytes : 1;
  const auto count = parameters.bytes / shape.unit_bytes;
  if (about.sized_per_rank)
    shape.counts = std::make_shared<const std::vector<std::int64_t>>(
        static_cast<std::size_t>(parameters.ranks), count);
  else
    shape.count = count;
  return shape;
}

}  // namespace tutti
